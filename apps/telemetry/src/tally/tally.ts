import type { EntityManager } from 'typeorm';
import { byDay, type DayMeasure, type Figure, FIGURES, figureOf, type Measure } from './measures.js';
import { addToTally } from './tally.sql.js';
import { DAY_MS, QUARTER_MS, startOf } from './time-buckets.js';

const ADD_TO_TALLY = addToTally(FIGURES);

interface Count {
  readonly measure: Measure;
  readonly part: string;
  n: number;
}
type Row = readonly [measure: Measure | DayMeasure, quarter: number, part: string, n: number];
type Figures = readonly [quarter: number, figures: Partial<Record<Figure, number>>];

export class Tally {
  readonly #quarters = new Map<number, Map<string, Count>>();

  add(at: number, measure: Measure, part = '', n = 1): void {
    const quarter = startOf(QUARTER_MS, at);
    let counts = this.#quarters.get(quarter);
    if (counts === undefined) this.#quarters.set(quarter, (counts = new Map<string, Count>()));
    const key = `${measure} ${part}`;
    const count = counts.get(key);
    if (count === undefined) counts.set(key, { measure, part, n });
    else count.n += n;
  }

  move(at: number, measure: Measure, from: string, to: string): void {
    this.add(at, measure, from, -1);
    this.add(at, measure, to);
  }

  async write(manager: EntityManager): Promise<void> {
    const rows = this.#rows();
    if (rows.length === 0) return;
    const figures = this.#figures();
    await manager.query(ADD_TO_TALLY, [
      ...([0, 1, 2, 3] as const).map((column) => rows.map((row) => row[column])),
      figures.map(([quarter]) => quarter),
      ...FIGURES.map((figure) => figures.map(([, counts]) => counts[figure] ?? 0)),
    ]);
  }

  #rows(): Row[] {
    const rows: Row[] = [];
    const days = new Map<string, [DayMeasure, number, string, number]>();
    for (const [quarter, counts] of this.#quarters) {
      const day = startOf(DAY_MS, quarter);
      for (const { measure, part, n } of counts.values()) {
        rows.push([measure, quarter, part, n]);
        const key = `${day} ${measure} ${part}`;
        const whole = days.get(key);
        if (whole === undefined) days.set(key, [byDay(measure), day, part, n]);
        else whole[3] += n;
      }
    }
    return [...rows, ...days.values()].filter(([, , , n]) => n !== 0).sort(inOrder);
  }

  #figures(): Figures[] {
    const quarters = [...this.#quarters].sort(([a], [b]) => a - b);
    return quarters.flatMap(([quarter, counts]) => {
      const figures: Partial<Record<Figure, number>> = {};
      for (const { measure, part, n } of counts.values()) {
        const figure = figureOf(measure, part);
        if (figure !== undefined) figures[figure] = (figures[figure] ?? 0) + n;
      }
      return Object.keys(figures).length === 0 ? [] : [[quarter, figures]];
    });
  }
}

const inOrder = (a: Row, b: Row): number => compare(a[0], b[0]) || a[1] - b[1] || compare(a[2], b[2]);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
