import type { EntityManager } from 'typeorm';
import { BARS, barOf } from './histograms.js';
import { figureOf, GAME_FIGURES, type GameFigure, isOfGames } from './figures.js';
import type { Measure } from './measures.js';
import { QUARTER_MS, startOf } from './time-buckets.js';

const OUTCOMES = ['asked', 'right', 'wrong', 'nobody'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The names of the bars, in their order in the columns. */
const BAR_NAMES = [...BARS.timeToPress, Infinity].map((end) => barOf(BARS.timeToPress, end));
const SPREADS: Partial<Record<Measure, 'first' | 'every'>> = { 'first-press-ms': 'first', 'press-ms': 'every' };

interface Row extends Record<GameFigure, number> {
  readonly gameId: string;
  readonly quarter: number;
  readonly first: number[];
  readonly every: number[];
}

interface QuestionRow extends Record<Outcome, number> {
  readonly gameId: string;
  readonly quarter: number;
  readonly key: string;
}

/** Counts of single games in one transaction, written together at its end. */
export class GameTally {
  readonly #rows = new Map<string, Row>();
  readonly #questions = new Map<string, QuestionRow>();

  add(gameId: string, at: number, measure: Measure, part: string): void {
    const figure = figureOf(measure, part);
    const spread = SPREADS[measure];
    if (!isOfGames(figure) && spread === undefined) return;
    const row = this.#rowOf(gameId, startOf(QUARTER_MS, at));
    if (isOfGames(figure)) row[figure]++;
    if (spread !== undefined) row[spread][BAR_NAMES.indexOf(part)]!++;
  }

  addQuestion(gameId: string, at: number, key: string, outcome: Outcome): void {
    const quarter = startOf(QUARTER_MS, at);
    const id = `${gameId} ${quarter} ${key}`;
    const row = this.#questions.get(id) ?? { gameId, quarter, key, asked: 0, right: 0, wrong: 0, nobody: 0 };
    row[outcome]++;
    this.#questions.set(id, row);
  }

  #rowOf(gameId: string, quarter: number): Row {
    const id = `${gameId} ${quarter}`;
    const none = () => BAR_NAMES.map(() => 0);
    const known = this.#rows.get(id) ?? {
      ...{ gameId, quarter, gamesCreated: 0, gamesStarted: 0, gamesCompleted: 0, joins: 0, presses: 0 },
      ...{ right: 0, wrong: 0, nobody: 0, first: none(), every: none() },
    };
    this.#rows.set(id, known);
    return known;
  }

  async write(manager: EntityManager): Promise<void> {
    if (this.#rows.size > 0) await this.#writeFigures(manager);
    if (this.#questions.size > 0) await this.#writeQuestions(manager);
  }

  async #writeFigures(manager: EntityManager): Promise<void> {
    const rows = [...this.#rows.values()];
    const names = GAME_FIGURES.map((figure) => `"${figure}"`);
    const sum = (column: string) => `${column} = (select array_agg(a + b order by i)
      from unnest(game_figures.${column}, excluded.${column}) with ordinality as both_of (a, b, i))`;
    await manager.query(
      `insert into game_figures (game_id, quarter, ${names.join(', ')}, first_press_ms, press_ms)
        select game_id, to_timestamp(ms / 1000), ${names.join(', ')}, first_press::int[], press::int[]
          from unnest($1::text[], $2::double precision[], ${names.map((_, i) => `$${i + 5}::int[]`).join(', ')},
            $3::text[], $4::text[]) as given (game_id, ms, ${names.join(', ')}, first_press, press)
        on conflict (game_id, quarter) do update set
          ${names.map((name) => `${name} = game_figures.${name} + excluded.${name}`).join(', ')},
          ${sum('first_press_ms')}, ${sum('press_ms')}`,
      [
        rows.map(({ gameId }) => gameId),
        rows.map(({ quarter }) => quarter),
        // As texts: an array of arrays would be taken apart with the others.
        rows.map(({ first }) => `{${first.join()}}`),
        rows.map(({ every }) => `{${every.join()}}`),
        ...GAME_FIGURES.map((figure) => rows.map((row) => row[figure])),
      ],
    );
  }

  async #writeQuestions(manager: EntityManager): Promise<void> {
    const rows = [...this.#questions.values()];
    await manager.query(
      `insert into game_question_tally (game_id, quarter, key, ${OUTCOMES.map((each) => `"${each}"`).join(', ')})
        select game_id, to_timestamp(ms / 1000), key, asked, r, w, nobody
          from unnest($1::text[], $2::double precision[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
            as given (game_id, ms, key, asked, r, w, nobody)
        on conflict (game_id, quarter, key) do update set
          ${OUTCOMES.map((each) => `"${each}" = game_question_tally."${each}" + excluded."${each}"`).join(', ')}`,
      [
        rows.map(({ gameId }) => gameId),
        rows.map(({ quarter }) => quarter),
        rows.map(({ key }) => key),
        ...OUTCOMES.map((outcome) => rows.map((row) => row[outcome])),
      ],
    );
  }
}
