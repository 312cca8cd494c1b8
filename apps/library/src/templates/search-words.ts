const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** The words of a text without case and accents; scripts without blanks letter by letter. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(NO_BLANKS, ' $& ')
      .match(/[\p{L}\p{N}]{1,60}/gu) ?? [],
  ),
];

/** A tsquery for all words as prefixes; null without words. Letters and digits need no quoting. */
export function queryOf(typed: string): string | null {
  const words = wordsOf(typed);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
