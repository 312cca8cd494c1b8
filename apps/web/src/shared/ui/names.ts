import type { CSSProperties } from 'react';

/** The first letter of a name, or all of its first emoji: of a flag half its code points are a letter in a box. */
export function initialOf(name: string): string {
  const [first] = Intl.Segmenter ? new Intl.Segmenter().segment(name) : [];
  return (first?.segment ?? [...name][0] ?? '').toUpperCase();
}

const WIDE = /[WMwm@%&ΩЖШЩЮФ]/;

/** How many ordinary letters a name is as wide as: an emoji is as wide as two, a joiner or a mark has no width. */
export const nameWidth = (name: string): number =>
  [...name].reduce((sum, sign) => {
    if (/\p{M}|\u200d|\ufe0f/u.test(sign)) return sum;
    if (/\p{Extended_Pictographic}/u.test(sign)) return sum + 1.7;
    return sum + (WIDE.test(sign) ? 1.7 : 1);
  }, 0);

/** For a style: `--letters`, by which a font size makes a name fit. */
export const letters = (name: string): CSSProperties & Record<'--letters', number> => ({
  '--letters': Math.max(8, Math.ceil(nameWidth(name))),
});
