import type { EntityManager } from 'typeorm';
import { BARS, barOf } from './histograms.js';
import { insertRows } from './insert-rows.js';
import { figureOf, GAME_FIGURES, type GameFigure, isGameFigure, type Measure } from './measures.js';
import { addGameFigures, addOnConflict } from './tally.sql.js';
import { QUARTER_MS, startOf } from './time-buckets.js';

export const OUTCOMES = ['asked', 'right', 'wrong', 'nobody'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Judged = Exclude<Outcome, 'asked'>;

/** In the order of the columns' arrays. */
const BAR_NAMES = [...BARS.timeToPress, Infinity].map((end) => barOf(BARS.timeToPress, end));
const HISTOGRAMS: Partial<Record<Measure, 'first' | 'every'>> = { 'first-press-ms': 'first', 'press-ms': 'every' };

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

const gameOf = ({ gameId }: { readonly gameId: string }) => gameId;
const quarterOf = ({ quarter }: { readonly quarter: number }) => new Date(quarter);
export const counts = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, ['int', (row: Record<Name, number>) => row[name]] as const]));

export class GameTally {
  readonly #rows = new Map<string, Row>();
  readonly #questions = new Map<string, QuestionRow>();

  add(gameId: string, at: number, measure: Measure, part: string, n = 1): void {
    const figure = figureOf(measure, part);
    const histogram = HISTOGRAMS[measure];
    if (!isGameFigure(figure) && histogram === undefined) return;
    const row = this.#rowOf(gameId, startOf(QUARTER_MS, at));
    if (isGameFigure(figure)) row[figure] += n;
    if (histogram !== undefined) row[histogram][BAR_NAMES.indexOf(part)]! += n;
  }

  addQuestion(gameId: string, at: number, key: string, outcome: Outcome, n = 1): void {
    const quarter = startOf(QUARTER_MS, at);
    const id = `${gameId} ${quarter} ${key}`;
    const row = this.#questions.get(id) ?? { gameId, quarter, key, asked: 0, right: 0, wrong: 0, nobody: 0 };
    row[outcome] += n;
    this.#questions.set(id, row);
  }

  async write(manager: EntityManager): Promise<void> {
    await insertRows<Row>(
      manager,
      'game_figures',
      {
        game_id: ['text', gameOf],
        quarter: ['timestamptz', quarterOf],
        ...counts(GAME_FIGURES),
        first_press_ms: ['text', ({ first }) => `{${first.join()}}`, 'int[]'],
        press_ms: ['text', ({ every }) => `{${every.join()}}`, 'int[]'],
      },
      [...this.#rows.values()],
      addGameFigures(GAME_FIGURES),
    );
    await insertRows<QuestionRow>(
      manager,
      'game_question_tally',
      {
        game_id: ['text', gameOf],
        quarter: ['timestamptz', quarterOf],
        key: ['text', ({ key }) => key],
        ...counts(OUTCOMES),
      },
      [...this.#questions.values()],
      addOnConflict('game_question_tally', 'game_id, quarter, key', OUTCOMES),
    );
  }

  #rowOf(gameId: string, quarter: number): Row {
    const id = `${gameId} ${quarter}`;
    const existing = this.#rows.get(id) ?? {
      gameId,
      quarter,
      gamesCreated: 0,
      gamesStarted: 0,
      gamesCompleted: 0,
      joins: 0,
      presses: 0,
      right: 0,
      wrong: 0,
      nobody: 0,
      first: BAR_NAMES.map(() => 0),
      every: BAR_NAMES.map(() => 0),
    };
    this.#rows.set(id, existing);
    return existing;
  }
}
