import type { EntityManager } from 'typeorm';
import { columns, type Figure, FIGURES, figureOf } from './figures.js';
import { byDay, type DayMeasure, type Measure } from './measures.js';
import { DAY_MS, QUARTER_MS, startOf } from './widths.js';

/** Counts of one transaction, written together at its end. */
export class Tally {
  readonly #counts = new Map<string, { measure: Measure | DayMeasure; quarter: number; part: string; n: number }>();
  readonly #figures = new Map<number, Partial<Record<Figure, number>>>();

  add(at: number, measure: Measure, part = '', n = 1): void {
    if (n === 0) return;
    const quarter = startOf(QUARTER_MS, at);
    this.#count(quarter, measure, part, n);
    this.#count(startOf(DAY_MS, at), byDay(measure), part, n);
    const figure = figureOf(measure, part);
    if (figure === undefined) return;
    const figures = this.#figures.get(quarter) ?? {};
    this.#figures.set(quarter, figures);
    figures[figure] = (figures[figure] ?? 0) + n;
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
    await this.#writeFigures(manager);
  }
  /** Last of all: many transactions want the row of the running quarter, and each holds it until its end. */
  async #writeFigures(manager: EntityManager): Promise<void> {
    const rows = [...this.#figures].sort(([a], [b]) => a - b);
    if (rows.length === 0) return;
    await manager.query(
      `insert into quarter_figures (quarter, ${columns()}) select to_timestamp(ms / 1000), ${columns()}
          from unnest($1::double precision[], ${FIGURES.map((_, i) => `$${i + 2}::bigint[]`).join(', ')})
            as given (ms, ${columns()})
        on conflict (quarter) do update set ${columns((name) => `${name} = quarter_figures.${name} + excluded.${name}`)}`,
      [rows.map(([quarter]) => quarter), ...FIGURES.map((figure) => rows.map(([, figures]) => figures[figure] ?? 0))],
    );
  }
}
