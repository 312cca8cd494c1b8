import { dateFormat } from '../../platform/i18n/dates.js';
import { t } from '../../platform/i18n/t.js';
import { figure } from '../../platform/i18n/numbers.js';
import { localeNow } from '../../platform/i18n/texts.js';

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['week', 7 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** Cached: creating a formatter is expensive. */
function words(): Intl.RelativeTimeFormat {
  const language = localeNow();
  const cached = formats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  formats.set(language, cached);
  return cached;
}

/** In the largest full unit: "2 days ago". ms since the epoch. */
export function ago(at: number, now: number): string {
  const passed = Math.max(0, now - at);
  const unit = UNITS.find(([, ms]) => passed >= ms);
  return unit ? words().format(-Math.floor(passed / unit[1]), unit[0]) : t('justNow');
}

/** As `ago`, and to the second within the first minute. */
export const agoToTheSecond = (at: number, now: number): string =>
  now - at < 60_000 ? t('secondsAgo', { n: figure(Math.max(0, Math.floor((now - at) / 1_000))) }) : ago(at, now);

export const exactly = (at: number) => dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(at);
