/** A control character other than white space; those above 127 are what a wrong guess between encodings leaves. */
const NO_TEXT = /(?![\t-\r\u007f-\u009f])\p{Cc}/u;

/**
 * A file's text, whatever a spreadsheet saved it as: UTF-8 and UTF-16 with or without a mark, else Windows-1252, which
 * is what is left in practice. Null for bytes that are no text.
 */
export function textOf(bytes: Uint8Array): string | null {
  const text = decoded(bytes);
  return text === null || NO_TEXT.test(text) ? null : text.replace(/^\uFEFF/, '');
}

function decoded(bytes: Uint8Array): string | null {
  for (const encoding of [utf16Of(bytes), 'utf-8', 'windows-1252']) {
    if (encoding === null) continue;
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this one.
    }
  }
  return null;
}

/** By its mark, or by the zeros that Latin letters have as every other byte. */
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
