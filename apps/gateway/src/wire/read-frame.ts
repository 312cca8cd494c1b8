import { ClientFrame, type CloseReason } from '@earworm/contracts';
import { parseStrictJson } from './strict-json.js';

/** A frame, what is wrong with it, or the id of a command whose inside could not be understood. */
export type Read = { frame: ClientFrame } | { closeFor: CloseReason } | { badCommand: string };

/** A frame is as short as its 8 KiB, and the rules clean its texts. */
const BOUNDS = { members: Infinity, nul: true };
const TYPES: ReadonlySet<unknown> = new Set(['hello', 'auth', 'command', 'ping']);
const isId = (id: unknown): id is string => typeof id === 'string' && id.length >= 8 && id.length <= 64;

/** Text to one frame of the closed union. A newer client's unknown command is refused, not a reason to part. */
export function readFrame(text: string): Read {
  let value: unknown;
  try {
    value = parseStrictJson(text, BOUNDS);
  } catch {
    return { closeFor: 'bad-frame' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { closeFor: 'bad-frame' };
  const { type, id }: { type?: unknown; id?: unknown } = value;
  if (!TYPES.has(type)) return { closeFor: typeof type === 'string' ? 'unknown-frame' : 'bad-frame' };
  const parsed = ClientFrame.safeParse(value);
  if (parsed.success) return { frame: parsed.data };
  return type === 'command' && isId(id) ? { badCommand: id } : { closeFor: 'bad-frame' };
}
