import { ClientFrame, type CloseReason } from '@earworm/contracts';
import { parseStrictJson } from './strict-json.js';

/** `badCommand`: id of a command that failed validation. */
export type Read = { frame: ClientFrame } | { closeFor: CloseReason } | { badCommand: string };

const BOUNDS = { members: Infinity, nul: true };
const TYPES: ReadonlySet<unknown> = new Set(['hello', 'auth', 'command', 'ping']);
const isId = (id: unknown): id is string => typeof id === 'string' && id.length >= 8 && id.length <= 64;

/** An unknown command is refused without closing the socket, as a newer client may send it. */
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
