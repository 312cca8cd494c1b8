import { hash } from 'node:crypto';
import type { QuestionContent } from '@earworm/rules';
import type { EntityManager } from 'typeorm';
import { DAY_MS, EIGHT_DAYS_MS, QUARTER_MS, startOf } from '../tally/widths.js';

type Outcome = 'asked' | 'right' | 'wrong' | 'nobody';

const PARTS = ['asked', 'right', 'wrong', 'nobody'] as const;
/** There are too many questions to read a month of them by days. */
export const QUESTION_WIDTHS = [QUARTER_MS, DAY_MS, EIGHT_DAYS_MS];
export const MINUTE_MS = 60_000;

/** The same song with the same answer is the same question, in whichever game it is asked. */
function keyOf({ medium, answer }: QuestionContent): string {
  const sound = medium.kind === 'youtube' ? medium.videoId : medium.clipId;
  return hash('sha256', `${sound}\n${answer.trim().toLowerCase()}`, 'hex').slice(0, 16);
}

interface Count extends Record<Outcome, number> {
  readonly minutes: number;
  readonly quarter: number;
  readonly key: string;
}

/** The questions that a batch tells of, and how they went. */
export class Questions {
  readonly #recognised = new Map<QuestionContent, string>();
  readonly #keys = new Map<string, string>();
  readonly #told = new Map<string, { gameId: string; questionId: string; key: string }>();
  readonly #contents = new Map<string, QuestionContent>();
  readonly #over = new Set<string>();
  readonly #counts = new Map<string, Count>();

  /** @param asked pairs of game and question that the batch has something to say about */
  static async read(asked: readonly (readonly [string, string])[], manager: EntityManager): Promise<Questions> {
    const questions = new Questions();
    if (asked.length === 0) return questions;
    const rows = await manager.query<{ gameId: string; questionId: string; key: string }[]>(
      `select game_id as "gameId", question_id as "questionId", key from game_question
        where (game_id, question_id) in (select * from unnest($1::text[], $2::text[]))`,
      [asked.map(([gameId]) => gameId), asked.map(([, questionId]) => questionId)],
    );
    for (const { gameId, questionId, key } of rows) questions.#keys.set(`${gameId} ${questionId}`, key);
    return questions;
  }

  /** Does beforehand, a piece at a time, the work of `tell`: one game may bring thousands at once. */
  recognise(content: QuestionContent): void {
    this.#recognised.set(content, keyOf(content));
  }

  tell(gameId: string, questionId: string, content: QuestionContent): void {
    const key = this.#recognised.get(content) ?? keyOf(content);
    this.#keys.set(`${gameId} ${questionId}`, key);
    this.#told.set(`${gameId} ${questionId}`, { gameId, questionId, key });
    this.#contents.set(key, content);
  }

  /** Nothing more will be asked in this game. */
  over(gameId: string): void {
    this.#over.add(gameId);
  }

  count(at: number, gameId: string, questionId: string, outcome: Outcome): void {
    const key = this.#keys.get(`${gameId} ${questionId}`);
    if (key === undefined) return;
    const quarter = startOf(QUARTER_MS, at);
    const id = `${quarter} ${key}`;
    const count = this.#counts.get(id) ?? { minutes: 0, quarter, key, asked: 0, right: 0, wrong: 0, nobody: 0 };
    count[outcome]++;
    this.#counts.set(id, count);
  }

  async write(manager: EntityManager): Promise<void> {
    if (this.#contents.size > 0) await this.#writeContents(manager);
    await this.#writeTold(manager);
    if (this.#over.size > 0)
      await manager.query('delete from game_question where game_id = any($1)', [[...this.#over]]);
    if (this.#counts.size > 0) await this.#writeCounts(manager);
  }

  async #writeTold(manager: EntityManager): Promise<void> {
    const told = [...this.#told.values()].filter(({ gameId }) => !this.#over.has(gameId));
    if (told.length === 0) return;
    await manager.query(
      `insert into game_question (game_id, question_id, key) select * from unnest($1::text[], $2::text[], $3::text[])
        on conflict (game_id, question_id) do update set key = excluded.key`,
      [told.map((each) => each.gameId), told.map((each) => each.questionId), told.map((each) => each.key)],
    );
  }

  async #writeCounts(manager: EntityManager): Promise<void> {
    const counts = this.#byWidth();
    await manager.query(
      `insert into question_tally (minutes, quarter, key, ${PARTS.map((part) => `"${part}"`).join(', ')})
        select minutes, to_timestamp(ms / 1000), key, asked, r, w, nobody
          from unnest($1::int[], $2::double precision[], $3::text[], $4::int[], $5::int[], $6::int[], $7::int[])
            as given (minutes, ms, key, asked, r, w, nobody)
        on conflict (minutes, quarter, key) do update set
          ${PARTS.map((part) => `"${part}" = question_tally."${part}" + excluded."${part}"`).join(', ')}`,
      [
        counts.map(({ minutes }) => minutes),
        counts.map(({ quarter }) => quarter),
        counts.map(({ key }) => key),
        ...PARTS.map((part) => counts.map((count) => count[part])),
      ],
    );
  }

  /** What was counted by the quarter stands in one stretch of each width. */
  #byWidth(): Count[] {
    const sums = new Map<string, Count>();
    for (const count of this.#counts.values())
      for (const width of QUESTION_WIDTHS) {
        const [minutes, quarter] = [width / MINUTE_MS, startOf(width, count.quarter)];
        const id = `${minutes} ${quarter} ${count.key}`;
        const sum = sums.get(id);
        if (sum === undefined) sums.set(id, { ...count, minutes, quarter });
        else for (const part of PARTS) sum[part] += count[part];
      }
    return [...sums.values()];
  }

  async #writeContents(manager: EntityManager): Promise<void> {
    const contents = [...this.#contents];
    await manager.query(
      `insert into question (key, answer, song) select * from unnest($1::text[], $2::text[], $3::text[])
        on conflict (key) do nothing`,
      [
        contents.map(([key]) => key),
        contents.map(([, { answer }]) => answer),
        contents.map(([, { youtubeSongName }]) => youtubeSongName),
      ],
    );
  }
}
