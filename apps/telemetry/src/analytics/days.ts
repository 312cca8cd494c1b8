import type { Analytics } from '@earworm/contracts';
import { type Figure, FIGURES } from '../tally/figures.js';
import { DAY_MS } from '../tally/widths.js';

type Day = Analytics['days'][number];

export type DayRow = { readonly day: string } & Readonly<Record<Figure, string>>;

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

/** Days of a calendar, whatever the zone: counted at UTC noon they never fall out or double. */
export function calendar(from: string, to: string): string[] {
  const first = Date.parse(`${from}T12:00:00Z`);
  const length = Math.round((Date.parse(`${to}T12:00:00Z`) - first) / DAY_MS) + 1;
  return Array.from({ length: Math.max(0, length) }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10));
}

/** One row per day of the range, also where nothing happened. */
export function daysOf(from: string, to: string, rows: readonly DayRow[]): Day[] {
  const days = new Map(calendar(from, to).map((day) => [day, emptyDay(day)]));
  for (const row of rows) {
    const day = days.get(row.day);
    if (day !== undefined) for (const figure of FIGURES) day[figure] = Number(row[figure]);
  }
  return [...days.values()];
}
