/** A text message as one unmasked frame (RFC 6455 §5.2), so that it is framed once and written to many. */
export function framed(text: Uint8Array): Buffer {
  const length = text.length;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(header + length);
  frame[0] = 0x81;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(text, header);
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
