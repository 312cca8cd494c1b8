/** Opcode "text" of a whole message that the server sends, so unmasked (RFC 6455 §5.2). */
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

/** Frames of all rings grow old together, so they share large pieces of memory: each its own would keep the collector busy. */
function cut(bytes: number): Buffer {
  if (bytes > SLAB_BYTES / 8) return Buffer.allocUnsafeSlow(bytes);
  if (used + bytes > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  used += bytes;
  return slab.subarray(used - bytes, used);
}

/** A text message that is framed once, kept, and written to many. */
export function framed(text: Uint8Array): Buffer {
  const frame = cut(headerOf(text.length) + text.length);
  writeHeader(frame, text.length);
  frame.set(text, headerOf(text.length));
  return frame;
}

/** A text message for one socket, written and forgotten. */
export function framedOnce(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(headerOf(length) + length);
  writeHeader(frame, length);
  frame.write(text, headerOf(length), 'utf8');
  return frame;
}

/** Frames that leave together are joined up to this many bytes; above it, copying costs more than a gathering write. */
const JOINED_BYTES = 16 * 1024;

/** The same bytes in as few pieces as is cheap: one write of one piece is the cheapest there is. */
export function joined(frames: readonly Buffer[]): readonly Buffer[] {
  if (frames.length < 2) return frames;
  const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
  return bytes <= JOINED_BYTES ? [Buffer.concat(frames, bytes)] : frames;
}
