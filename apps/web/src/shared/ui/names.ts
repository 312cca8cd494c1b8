import type { CSSProperties } from 'react';

/** All of the first emoji: a flag has two code points. */
export function initialOf(name: string): string {
  const [first] = Intl.Segmenter ? new Intl.Segmenter().segment(name) : [];
  return (first?.segment ?? [...name][0] ?? '').toUpperCase();
}

const WIDE = /[WMwm@%&ΩЖШЩЮФ]/;

/** In ordinary letters: an emoji counts as wide, a joiner or mark as nothing. */
export const nameWidth = (name: string): number =>
  [...name].reduce((sum, sign) => {
    if (/\p{M}|\u200d|\ufe0f/u.test(sign)) return sum;
    if (/\p{Extended_Pictographic}/u.test(sign)) return sum + 1.7;
    return sum + (WIDE.test(sign) ? 1.7 : 1);
  }, 0);

/** For a style: `--letters` makes a font size fit the name. */
export const letters = (name: string): CSSProperties & Record<'--letters', number> => ({
  '--letters': Math.max(8, Math.ceil(nameWidth(name))),
});
