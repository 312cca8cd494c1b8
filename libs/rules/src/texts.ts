/**
 * Text as it is kept: one Unicode form, no control characters, no half of a surrogate pair (Postgres refuses to store
 * either), no blanks around it.
 */
export const cleanText = (typed: string): string =>
  typed
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
