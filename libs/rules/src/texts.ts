/** Printable ASCII has one form, and nothing in it to replace: a large board is cleaned in a fraction of the time. */
const PLAIN = /^[\x20-\x7e]*$/;
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** Trimmed, in one Unicode form, without control characters and lone surrogates, which Postgres refuses to store. */
export function cleanText(typed: string): string {
  if (isPlain(typed)) return typed.trim();
  return typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
