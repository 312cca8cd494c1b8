import { languageNow } from '../i18n/texts.js';

interface Formats {
  readonly figures: Intl.NumberFormat;
  readonly hundredths: Intl.NumberFormat;
  readonly places: Intl.PluralRules;
}
const formats = new Map<string, Formats>();

function format() {
  const language = languageNow();
  const known = formats.get(language);
  if (known) return known;
  const made = {
    figures: new Intl.NumberFormat(language),
    hundredths: new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    places: new Intl.PluralRules(language, { type: 'ordinal' }),
  };
  formats.set(language, made);
  return made;
}

/** 1250 → 1,250 and −150 with a real minus, so that figures stand under each other. */
export const figure = (value: number) => format().figures.format(value).replace('-', '−');

/** 0.18; in German 0,18. */
export const hundredths = (value: number) => format().hundredths.format(value);

/** What a score changed by: always with its sign. */
export const change = (value: number) => (value > 0 ? `+${figure(value)}` : figure(value));

const ENGLISH: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** 1st, 2nd, 3rd, 4th, 11th …; elsewhere 1., 2., 3. */
export const ordinal = (place: number) =>
  `${place}${languageNow() === 'en' ? ENGLISH[format().places.select(place)] : '.'}`;
