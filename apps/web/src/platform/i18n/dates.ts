import { localeNow } from './texts.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter for dates and times. Making one takes a millisecond, and lists show hundreds of times. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = localeNow()): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
