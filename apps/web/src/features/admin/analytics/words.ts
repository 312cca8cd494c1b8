import { dateFormat } from '../../../platform/i18n/dates.js';
import type { DistributionBar } from '@earworm/contracts';
import { figure } from '../../../platform/i18n/numbers.js';
import { t } from './texts.js';

/** 90 s is "1.5 min". */
export function duration(seconds: number): string {
  const round = (value: number) => figure(Math.round(value * 10) / 10);
  if (seconds < 60) return t('seconds', { n: round(seconds) });
  return seconds < 3_600 ? t('minutes', { n: round(seconds / 60) }) : t('hours', { n: round(seconds / 3_600) });
}

export const dayLabel = (day: string) =>
  dateFormat({ timeZone: 'UTC', day: 'numeric', month: 'short' }).format(Date.parse(`${day}T12:00:00Z`));

export const hourLabel = (at: number, timeZone: string) =>
  dateFormat({ timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' }).format(at);

export interface LabelledBar {
  readonly label: string;
  readonly count: number;
}

/** Trims empty bars at both ends. */
export function labelled(bars: readonly DistributionBar[], format: (value: number) => string): LabelledBar[] {
  const all = bars.map(({ upTo, count }, i) => {
    const before = bars[i - 1]?.upTo ?? null;
    return {
      label: upTo === null ? t('above', { value: format(before ?? 0) }) : t('below', { value: format(upTo) }),
      count,
    };
  });
  const first = all.findIndex(({ count }) => count > 0);
  return first < 0 ? [] : all.slice(first, all.findLastIndex(({ count }) => count > 0) + 1);
}

/** Consecutive whole numbers get their own label, ranges "5 to 8". */
export function labelledCounts(bars: readonly DistributionBar[]): LabelledBar[] {
  const words = new Map(
    bars.map(({ upTo }, i) => {
      const from = (bars[i - 1]?.upTo ?? -1) + 1;
      const range = upTo === null ? t('above', { value: figure(from - 1) }) : t('between', { from, to: upTo });
      return [upTo, upTo === from ? figure(from) : range] as const;
    }),
  );
  const counted = bars.map(({ upTo, count }) => ({ label: words.get(upTo) ?? '', count }));
  const first = counted.findIndex(({ count }) => count > 0);
  return first < 0 ? [] : counted.slice(first, counted.findLastIndex(({ count }) => count > 0) + 1);
}
