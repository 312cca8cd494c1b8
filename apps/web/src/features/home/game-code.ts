import { GAME_CODE_LENGTH } from '@earworm/rules';

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Of several words the one that is a code: written as codes are, else the last of that length. */
function wordIn(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(({ length }) => length === GAME_CODE_LENGTH);
  return words.findLast((word) => word === word.toUpperCase()) ?? words.at(-1) ?? text;
}

/**
 * The code in what somebody typed or pasted: the code itself, a link that carries one, or a message that names it. Never
 * longer than a code.
 */
export function codeIn(text: string): string {
  const carried = /[?&]code=([^&#\s]*)/i.exec(text)?.[1];
  // A link without a code is no code, whatever letters it has.
  if (carried === undefined && text.includes('/')) return '';
  const lettersOf = (given: string) => given.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const given = decoded(carried ?? text);
  // A code that is typed on, or copied in groups, is one of as many letters.
  const code = lettersOf(given).length > GAME_CODE_LENGTH ? wordIn(given) : given;
  return lettersOf(code).slice(0, GAME_CODE_LENGTH);
}

export const isWholeCode = (code: string) => code.length === GAME_CODE_LENGTH;
