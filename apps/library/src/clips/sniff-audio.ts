const startsWith = (bytes: Buffer, text: string, at = 0) =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** Checks the sync bits of a frame header, and that no field has a forbidden value. */
function isMpegFrame(bytes: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return false;
  const [version, layer, bitrate, rate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3];
  return version !== 1 && layer !== 0 && bitrate !== 0 && bitrate !== 15 && rate !== 3;
}

/** The media type by the first bytes; null for what browsers cannot play. */
export function sniffAudio(bytes: Buffer): string | null {
  if (startsWith(bytes, 'ID3')) return 'audio/mpeg';
  if (startsWith(bytes, 'OggS')) return 'audio/ogg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return 'audio/wav';
  if (startsWith(bytes, 'ftyp', 4)) return 'audio/mp4';
  if (startsWith(bytes, '\x1a\x45\xdf\xa3') && bytes.subarray(0, 64).includes('webm')) return 'audio/webm';
  if (bytes[0] === 0xff && (bytes[1]! & 0xf6) === 0xf0) return 'audio/aac';
  return isMpegFrame(bytes) ? 'audio/mpeg' : null;
}
