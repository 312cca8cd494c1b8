import { GAME_CODE_LENGTH } from '@earworm/rules';

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The code in what somebody typed or pasted: the code itself, or a link that carries one. Never longer than a code. */
export function codeIn(text: string): string {
  const carried = /[?&]code=([^&#\s]*)/i.exec(text)?.[1];
  // A link without a code is no code, whatever letters it has.
  if (carried === undefined && text.includes('/')) return '';
  return decoded(carried ?? text)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, GAME_CODE_LENGTH);
}

export const isWholeCode = (code: string) => code.length === GAME_CODE_LENGTH;
