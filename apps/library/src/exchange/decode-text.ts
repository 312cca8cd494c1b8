/** Control characters except white space; those above 127 result from a wrong guess between encodings. */
const NO_TEXT = /(?![\t-\r\u007f-\u009f])\p{Cc}/u;

/** Decodes UTF-8 and UTF-16, with or without a byte order mark, else Windows-1252. Null for bytes that are not text. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  return text === null || NO_TEXT.test(text) ? null : text.replace(/^\uFEFF/, '');
}

function decode(bytes: Uint8Array): string | null {
  for (const encoding of [utf16Of(bytes), 'utf-8', 'windows-1252']) {
    if (encoding === null) continue;
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this encoding.
    }
  }
  return null;
}

/** By its byte order mark, or by the zeros in every other byte of Latin letters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null;
  const sample = bytes.subarray(0, 200);
  const zeros = [0, 0];
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++;
  });
  if (zeros[1]! > sample.length / 4) return 'utf-16le';
  return zeros[0]! > sample.length / 4 ? 'utf-16be' : null;
}
