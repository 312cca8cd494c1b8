/** Characters that show nothing. */
export const INVISIBLE = [
  '\u034f',
  '\u3164',
  '\uffa0',
  '\u115f',
  '\u1160',
  '\u2800',
  '\u17b4',
  '\u180b',
  '\u{e0100}',
  '\u{1d159}',
] as const;

/** What looks like Ada: why, and how it is written. */
export const LIKE_ADA: readonly (readonly [string, string])[] = [
  ['Cyrillic А', '\u0410da'],
  ['full width', 'Ａｄａ'],
  ['mathematical', '𝐀da'],
  ['case', 'aDA'],
  ['a Cyrillic а at the end', 'Ad\u0430'],
];
