const wholes = new Intl.NumberFormat('en');
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1250 → 1,250; −50 with a real minus. */
export const score = (points: number): string => wholes.format(points).replace('-', '−');

/** A change of score: +300, −150, ±0. */
export const gain = (points: number): string =>
  points === 0 ? '±0' : points > 0 ? `+${score(points)}` : score(points);

/** 3 → 3rd. */
export const ordinal = (place: number): string => `${wholes.format(place)}${ENDINGS[ordinals.select(place)] ?? 'th'}`;

/** 74000 → 1:14. */
export function clock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** 182 → 0.18 s. */
export const seconds = (ms: number): string => `${(Math.max(0, ms) / 1000).toFixed(2)} s`;
