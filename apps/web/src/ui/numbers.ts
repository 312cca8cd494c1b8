const format = new Intl.NumberFormat('en');

/** 1250 → 1,250 and −150 with a real minus, so that figures stand under each other. */
export const figure = (value: number) => format.format(value).replace('-', '−');

/** What a score changed by: always with its sign. */
export const change = (value: number) => (value > 0 ? `+${figure(value)}` : figure(value));

/** 1st, 2nd, 3rd, 4th, 11th … */
export function ordinal(place: number): string {
  const teen = Math.floor(place / 10) % 10 === 1;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${ending}`;
}
