/** Printable ASCII has one form, and nothing in it to replace: a large board is cleaned in a fraction of the time. */
const PLAIN = /^[\x20-\x7e]*$/;
export const isPlain = (text: string): boolean => PLAIN.test(text);

/**
 * Text as it is kept: one Unicode form, no control characters, no half of a surrogate pair (Postgres refuses to store
 * either), no blanks around it.
 */
export function cleanText(typed: string): string {
  if (isPlain(typed)) return typed.trim();
  return typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
