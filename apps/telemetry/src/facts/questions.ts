import { hash } from 'node:crypto';
import { questionContents, type ReplyOf } from '@earworm/contracts';
import type { GameId, QuestionContent, QuestionId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { EntityManager } from 'typeorm';
import { counts, type Outcome, OUTCOMES } from '../tally/game-tally.js';
import { insertRows } from '../tally/insert-rows.js';
import { addOnConflict } from '../tally/tally.sql.js';
import { DAY_MS, EIGHT_DAYS_MS, QUARTER_MS, startOf } from '../tally/time-buckets.js';
import { DELETE_QUESTION_KEYS, KEEP_QUESTION, SELECT_QUESTION_KEYS, UPDATE_QUESTION_KEY } from './facts.sql.js';

/** Wide, because a month has too many questions to read by days. */
export const QUESTION_WIDTHS = [QUARTER_MS, DAY_MS, EIGHT_DAYS_MS];
export const MINUTE_MS = 60_000;

/** Across games: the same song with the same answer. */
function keyOf({ medium, answer }: QuestionContent): string {
  const sound = medium.kind === 'youtube' ? medium.videoId : medium.clipId;
  return hash('sha256', `${sound}\n${answer.trim().toLowerCase()}`, 'hex').slice(0, 16);
}

interface Count extends Record<Outcome, number> {
  readonly minutes: number;
  readonly quarter: number;
  readonly key: string;
}

/** `until`: the last version of the game that may have changed the question. */
export interface Played {
  readonly gameId: GameId;
  readonly questionId: QuestionId;
  readonly until: number;
}

export type ReadContents = (played: readonly Played[]) => Promise<ReplyOf<typeof questionContents>['questions']>;

/** A game may have 2 MB, which Postgres parses in some 30 ms. */
const GAMES_AT_ONCE = 20;
const QUESTIONS_AT_ONCE = 500;

/** In small calls, each within the time-out of the bus. */
export const contentsFrom =
  (bus: Bus): ReadContents =>
  async (played) => {
    const games = [...Map.groupBy(played, ({ gameId }) => gameId).values()];
    const contents = [];
    while (games.length > 0) {
      const batch = games.splice(0, GAMES_AT_ONCE).flat();
      for (let at = 0; at < batch.length; at += QUESTIONS_AT_ONCE) {
        const questions = batch.slice(at, at + QUESTIONS_AT_ONCE);
        contents.push(...(await bus.call(questionContents, { questions }, { timeoutMs: 5_000 })).questions);
      }
    }
    return contents;
  };

interface Key {
  readonly gameId: string;
  readonly questionId: string;
  readonly key: string;
}

/** The questions played in a batch, with their outcomes. Questions that are never played are not stored. */
export class Questions {
  readonly #keys = new Map<string, string>();
  readonly #found = new Map<string, Key>();
  readonly #contents = new Map<string, QuestionContent>();
  readonly #over = new Set<string>();
  readonly #counts = new Map<string, Count>();

  /** @param changed pairs of game and question: only those that have been played matter */
  static async read(
    played: readonly Played[],
    changed: readonly (readonly [GameId, QuestionId])[],
    manager: EntityManager,
    readContents: ReadContents,
  ): Promise<Questions> {
    const questions = new Questions();
    if (played.length + changed.length === 0) return questions;
    const rows = await manager.query<Key[]>(SELECT_QUESTION_KEYS, [
      [...played.map(({ gameId }) => gameId), ...changed.map(([gameId]) => gameId)],
      [...played.map(({ questionId }) => questionId), ...changed.map(([, questionId]) => questionId)],
    ]);
    for (const { gameId, questionId, key } of rows) questions.#keys.set(`${gameId} ${questionId}`, key);
    const missing = played.filter(({ gameId, questionId }) => !questions.#keys.has(`${gameId} ${questionId}`));
    if (missing.length > 0)
      for (const { gameId, questionId, content } of await readContents(missing))
        questions.#put(gameId, questionId, content);
    return questions;
  }

  change(gameId: string, questionId: string, content: QuestionContent): void {
    if (this.#keys.has(`${gameId} ${questionId}`)) this.#put(gameId, questionId, content);
  }

  #put(gameId: string, questionId: string, content: QuestionContent): void {
    const key = keyOf(content);
    this.#keys.set(`${gameId} ${questionId}`, key);
    this.#found.set(`${gameId} ${questionId}`, { gameId, questionId, key });
    this.#contents.set(key, content);
  }

  over(gameId: string): void {
    this.#over.add(gameId);
  }

  /** Returns the question's key; undefined without known content. */
  count(at: number, gameId: string, questionId: string, outcome: Outcome): string | undefined {
    const key = this.#keys.get(`${gameId} ${questionId}`);
    if (key !== undefined) this.add(at, key, outcome, 1);
    return key;
  }

  add(at: number, key: string, outcome: Outcome, n: number): void {
    const quarter = startOf(QUARTER_MS, at);
    const id = `${quarter} ${key}`;
    const count = this.#counts.get(id) ?? { minutes: 0, quarter, key, asked: 0, right: 0, wrong: 0, nobody: 0 };
    count[outcome] += n;
    this.#counts.set(id, count);
  }

  async write(manager: EntityManager): Promise<void> {
    await insertRows<readonly [string, QuestionContent]>(
      manager,
      'question',
      {
        key: ['text', ([key]) => key],
        answer: ['text', ([, { answer }]) => answer],
        song: ['text', ([, { youtubeSongName }]) => youtubeSongName],
      },
      [...this.#contents],
      KEEP_QUESTION,
    );
    await insertRows<Key>(
      manager,
      'game_question',
      {
        game_id: ['text', ({ gameId }) => gameId],
        question_id: ['text', ({ questionId }) => questionId],
        key: ['text', ({ key }) => key],
      },
      [...this.#found.values()].filter(({ gameId }) => !this.#over.has(gameId)),
      UPDATE_QUESTION_KEY,
    );
    if (this.#over.size > 0) await manager.query(DELETE_QUESTION_KEYS, [[...this.#over]]);
    await insertRows<Count>(
      manager,
      'question_tally',
      {
        minutes: ['int', ({ minutes }) => minutes],
        quarter: ['timestamptz', ({ quarter }) => new Date(quarter)],
        key: ['text', ({ key }) => key],
        ...counts(OUTCOMES),
      },
      this.#byWidth(),
      addOnConflict('question_tally', 'minutes, quarter, key', OUTCOMES),
    );
  }

  #byWidth(): Count[] {
    const sums = new Map<string, Count>();
    for (const count of this.#counts.values())
      for (const width of QUESTION_WIDTHS) {
        const [minutes, quarter] = [width / MINUTE_MS, startOf(width, count.quarter)];
        const id = `${minutes} ${quarter} ${count.key}`;
        const sum = sums.get(id);
        if (sum === undefined) sums.set(id, { ...count, minutes, quarter });
        else for (const outcome of OUTCOMES) sum[outcome] += count[outcome];
      }
    return [...sums.values()];
  }
}
