import {
  Arrive,
  AuthFrame,
  type ClientFrame,
  type CloseReason,
  CommandFrame,
  Echo,
  Enter,
  Hello,
  OperationsHello,
  Ping,
  ShowHello,
} from '@earworm/contracts';
import { z } from 'zod';
import { parseStrictJson } from './strict-json.js';

/** A whole unmasked text message (RFC 6455 §5.2). */
const TEXT = 0x81;
const SLAB_BYTES = 64 * 1024;

const headerOf = (length: number): number => (length < 126 ? 2 : length < 65_536 ? 4 : 10);

function writeHeader(frame: Buffer, length: number): void {
  const header = headerOf(length);
  frame[0] = TEXT;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
}

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

/** Slabs keep the number of buffers low: ring entries expire together. */
function cut(bytes: number): Buffer {
  if (bytes > SLAB_BYTES / 8) return Buffer.allocUnsafeSlow(bytes);
  if (used + bytes > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  used += bytes;
  return slab.subarray(used - bytes, used);
}

export function framed(text: Uint8Array): Buffer {
  const frame = cut(headerOf(text.length) + text.length);
  writeHeader(frame, text.length);
  frame.set(text, headerOf(text.length));
  return frame;
}

export function framedOnce(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerOf(length) + length);
  writeHeader(frame, length);
  frame.write(text, headerOf(length), 'utf8');
  return frame;
}

/** Above this, copying costs more than a gathering write. */
const JOINED_BYTES = 16 * 1024;

export function joined(frames: readonly Buffer[]): readonly Buffer[] {
  if (frames.length < 2) return frames;
  const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
  return bytes <= JOINED_BYTES ? [Buffer.concat(frames, bytes)] : frames;
}

/** `badCommand`: id of a command that failed validation. */
export type Read = { frame: ClientFrame } | { closeFor: CloseReason } | { badCommand: string };

const BOUNDS = { members: Infinity, nul: true };
/** By type: the union of all frames would be tried in order. */
const SCHEMAS: ReadonlyMap<unknown, z.ZodType<ClientFrame>> = new Map<ClientFrame['type'], z.ZodType<ClientFrame>>([
  ['hello', z.union([Hello, OperationsHello, ShowHello])],
  ['arrive', Arrive],
  ['enter', Enter],
  ['auth', AuthFrame],
  ['command', CommandFrame],
  ['ping', Ping],
  ['echo', Echo],
]);
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
  const schema = SCHEMAS.get(type);
  if (schema === undefined) return { closeFor: typeof type === 'string' ? 'unknown-frame' : 'bad-frame' };
  const parsed = schema.safeParse(value);
  if (parsed.success) return { frame: parsed.data };
  return type === 'command' && isId(id) ? { badCommand: id } : { closeFor: 'bad-frame' };
}
