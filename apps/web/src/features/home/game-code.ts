import { GAME_CODE_LENGTH } from '@earworm/rules';

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Prefers a word in upper case; otherwise the last one of the right length. */
function wordIn(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(({ length }) => length === GAME_CODE_LENGTH);
  return words.findLast((word) => word === word.toUpperCase()) ?? words.at(-1) ?? text;
}

/** Accepts a code, a link that carries one, or a message that mentions it; also in the full-width letters of an Asian keyboard. */
export function codeIn(typed: string): string {
  const text = typed.normalize('NFKC');
  const carried = /[?&]code=([^&#\s]*)/i.exec(text)?.[1];
  // A link without a code contains none.
  if (carried === undefined && text.includes('/')) return '';
  const lettersOf = (given: string) => given.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const given = decoded(carried ?? text);
  // A code may be typed in groups.
  const code = lettersOf(given).length > GAME_CODE_LENGTH ? wordIn(given) : given;
  return lettersOf(code).slice(0, GAME_CODE_LENGTH);
}

export const isWholeCode = (code: string) => code.length === GAME_CODE_LENGTH;

/** Nothing but letters and digits of a code, in any case. */
export const isPlainCode = (text: string) => /^[A-Za-z0-9]*$/.test(text) && text.length <= GAME_CODE_LENGTH;
