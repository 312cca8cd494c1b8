const NO_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Words as they are searched for: without case and accents; scripts without blanks letter by letter. */
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

/** A tsquery that every word begins; null when nothing is searched for. Words are letters and digits: nothing to quote. */
export function queryOf(typed: string): string | null {
  const words = wordsOf(typed);
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(' & ');
}
