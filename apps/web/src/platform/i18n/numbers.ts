import { languageNow, localeNow } from './texts.js';

interface Formats {
  readonly figures: Intl.NumberFormat;
  readonly tenths: Intl.NumberFormat;
  readonly hundredths: Intl.NumberFormat;
  readonly places: Intl.PluralRules;
}
const formats = new Map<string, Formats>();

const decimals = (language: string, digits: number) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });

function format() {
  const language = localeNow();
  const cached = formats.get(language);
  if (cached) return cached;
  const made = {
    figures: new Intl.NumberFormat(language),
    tenths: decimals(language, 1),
    hundredths: decimals(language, 2),
    places: new Intl.PluralRules(language, { type: 'ordinal' }),
  };
  formats.set(language, made);
  return made;
}

/** 1250 → 1,250 and −150 with a real minus, so that digits align. */
export const figure = (value: number) => format().figures.format(value).replace('-', '−');

/** 4.96 → 4.9, rounded down; in German 4,9. */
export const tenths = (value: number) => format().tenths.format(Math.floor(value * 10) / 10);

/** 0.18; in German 0,18. */
export const hundredths = (value: number) => format().hundredths.format(value).replace('-', '−');

/** 69793218560 → 65 GB in English, with one decimal below ten. */
export function bytes(value: number): string {
  const exponent = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, value)) / 10)));
  const scaled = value / 1024 ** exponent;
  return new Intl.NumberFormat(localeNow(), {
    style: 'unit',
    unit: UNITS[exponent] ?? 'byte',
    maximumFractionDigits: scaled < 10 && exponent > 0 ? 1 : 0,
  }).format(scaled);
}
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];

/** Always with its sign. */
export const change = (value: number) => (value > 0 ? `+${figure(value)}` : figure(value));

const ENGLISH: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1st, 2nd, 3rd, 4th, 11th …; elsewhere 1., 2., 3. */
export const ordinal = (place: number) =>
  `${place}${languageNow() === 'en' ? ENGLISH[format().places.select(place)] : '.'}`;
