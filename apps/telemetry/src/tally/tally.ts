import type { EntityManager } from 'typeorm';

/** Everything that is counted, in one table. */
export type Measure =
  | 'sessions'
  | 'session-seconds'
  | 'session-length'
  | 'views'
  | 'errors'
  | 'games-created'
  | 'games-started'
  | 'games-completed'
  | 'joins'
  | 'players'
  | 'presses'
  | 'first-press-ms'
  | 'press-ms'
  | 'verdicts';

/** The same by whole days of UTC, so that a month is thirty rows and not three thousand. */
export type DayMeasure = `${Measure}/day`;
export const byDay = (measure: Measure): DayMeasure => `${measure}/day`;
/** Of these there are many parts: their sum is tallied as well, under the part `ALL`. */
export const SUMMED: readonly Measure[] = ['views', 'errors'];
export const ALL = '*';

const DAY_MS = 86_400_000;
export const utcDayOf = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS;

const QUARTER_MS = 15 * 60_000;

/** The beginning of the quarter of an hour that a time falls into. */
export const quarterOf = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/** Counts of one transaction, written together at its end. */
export class Tally {
  readonly #counts = new Map<string, { measure: Measure | DayMeasure; quarter: number; part: string; n: number }>();

  add(at: number, measure: Measure, part = '', n = 1): void {
    if (n === 0) return;
    this.#count(quarterOf(at), measure, part, n);
    this.#count(utcDayOf(at), byDay(measure), part, n);
    if (SUMMED.includes(measure) && part !== ALL) this.#count(quarterOf(at), measure, ALL, n);
  }

  #count(quarter: number, measure: Measure | DayMeasure, part: string, n: number): void {
    const key = `${measure} ${quarter} ${part}`;
    const count = this.#counts.get(key);
    if (count === undefined) this.#counts.set(key, { measure, quarter, part, n });
    else count.n += n;
  }

  /** One moves from a bar to another. */
  move(at: number, measure: Measure, from: string, to: string): void {
    if (from === to) return;
    this.add(at, measure, from, -1);
    this.add(at, measure, to);
  }

  async write(manager: EntityManager): Promise<void> {
    // In one order everywhere, so that two transactions never wait for each other's rows.
    const counts = [...this.#counts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count);
    if (counts.length === 0) return;
    await manager.query(
      `insert into tally (measure, quarter, part, n)
        select measure, to_timestamp(ms / 1000), part, n
          from unnest($1::text[], $2::double precision[], $3::text[], $4::bigint[]) as given (measure, ms, part, n)
        on conflict (measure, quarter, part) do update set n = tally.n + excluded.n`,
      [
        counts.map(({ measure }) => measure),
        counts.map(({ quarter }) => quarter),
        counts.map(({ part }) => part),
        counts.map(({ n }) => n),
      ],
    );
  }
}
