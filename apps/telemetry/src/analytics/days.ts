import type { Analytics } from '@earworm/contracts';
import type { Measure } from '../tally/tally.js';

type Day = Analytics['days'][number];
type Figure = Exclude<keyof Day, 'day'>;

export interface DayCount {
  readonly day: string;
  readonly measure: Measure;
  readonly part: string;
  readonly n: string;
}

/** Where a tallied count stands in a day; `measure part` before `measure`. */
const FIGURES: Partial<Record<string, Figure>> = {
  'sessions guest': 'guestSessions',
  'sessions registered': 'registeredSessions',
  views: 'views',
  'games-created': 'gamesCreated',
  'games-started': 'gamesStarted',
  'games-completed': 'gamesCompleted',
  joins: 'joins',
  presses: 'presses',
  'verdicts right': 'right',
  'verdicts wrong': 'wrong',
  'verdicts nobody': 'nobody',
  errors: 'errors',
};
/** What is read for the days. */
export const DAY_MEASURES = [...new Set(Object.keys(FIGURES).map((name) => name.split(' ')[0] as Measure))];
/** Parts that are told apart in a day; of all others there may be many, and only their sum is read. */
export const TOLD_APART: readonly Measure[] = ['sessions', 'verdicts'];

const emptyDay = (day: string): Day => ({
  day,
  guestSessions: 0,
  registeredSessions: 0,
  views: 0,
  gamesCreated: 0,
  gamesStarted: 0,
  gamesCompleted: 0,
  joins: 0,
  presses: 0,
  right: 0,
  wrong: 0,
  nobody: 0,
  errors: 0,
});

const DAY_MS = 86_400_000;
/** Days of a calendar, whatever the zone: counted at UTC noon they never fall out or double. */
export function calendar(from: string, to: string): string[] {
  const first = Date.parse(`${from}T12:00:00Z`);
  const length = Math.round((Date.parse(`${to}T12:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, length) }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10));
}

/** One row per day of the range, also where nothing happened. */
export function daysOf(from: string, to: string, counts: readonly DayCount[]): Day[] {
  const days = new Map(calendar(from, to).map((day) => [day, emptyDay(day)]));
  for (const { day, measure, part, n } of counts) {
    const figure = FIGURES[`${measure} ${part}`] ?? FIGURES[measure];
    const row = days.get(day);
    if (figure !== undefined && row !== undefined) row[figure] += Number(n);
  }
  return [...days.values()];
}
