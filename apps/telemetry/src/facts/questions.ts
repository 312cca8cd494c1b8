import { hash } from 'node:crypto';
import { questionContents, type ReplyOf } from '@earworm/contracts';
import type { GameId, QuestionContent, QuestionId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import type { EntityManager } from 'typeorm';
import type { Outcome } from '../tally/game-tally.js';
import { DAY_MS, EIGHT_DAYS_MS, QUARTER_MS, startOf } from '../tally/time-buckets.js';

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

/** A question that is played, and the last version of its game that may have changed it. */
export interface Played {
  readonly gameId: GameId;
  readonly questionId: QuestionId;
  readonly until: number;
}

/** Reads the content of questions from the log; without those that it does not know. */
export type ReadContents = (played: readonly Played[]) => Promise<ReplyOf<typeof questionContents>['questions']>;

/** Each may be 2 MB, which the database parses in some 30 ms. */
const GAMES_AT_ONCE = 20;
const QUESTIONS_AT_ONCE = 500;

/** Asks for few games at a time: an answer has to come within the bus's time. */
export const contentsFrom =
  (bus: Bus): ReadContents =>
  async (played) => {
    const games = [...Map.groupBy(played, ({ gameId }) => gameId).values()];
    const contents = [];
    while (games.length > 0) {
      const asked = games.splice(0, GAMES_AT_ONCE).flat();
      for (let at = 0; at < asked.length; at += QUESTIONS_AT_ONCE) {
        const questions = asked.slice(at, at + QUESTIONS_AT_ONCE);
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

/** The questions that are played in a batch, and how they went. Of a question that is never played nothing is kept. */
export class Questions {
  readonly #keys = new Map<string, string>();
  readonly #found = new Map<string, Key>();
  readonly #contents = new Map<string, QuestionContent>();
  readonly #over = new Set<string>();
  readonly #counts = new Map<string, Count>();

  /** @param changed pairs of game and question: a change matters where the question has been played */
  static async read(
    played: readonly Played[],
    changed: readonly (readonly [GameId, QuestionId])[],
    manager: EntityManager,
    readContents: ReadContents,
  ): Promise<Questions> {
    const questions = new Questions();
    if (played.length + changed.length === 0) return questions;
    const rows = await manager.query<Key[]>(
      `select game_id as "gameId", question_id as "questionId", key from game_question
        where (game_id, question_id) in (select * from unnest($1::text[], $2::text[]))`,
      [
        [...played.map(({ gameId }) => gameId), ...changed.map(([gameId]) => gameId)],
        [...played.map(({ questionId }) => questionId), ...changed.map(([, questionId]) => questionId)],
      ],
    );
    for (const { gameId, questionId, key } of rows) questions.#keys.set(`${gameId} ${questionId}`, key);
    const missing = played.filter(({ gameId, questionId }) => !questions.#keys.has(`${gameId} ${questionId}`));
    if (missing.length > 0)
      for (const { gameId, questionId, content } of await readContents(missing))
        questions.#put(gameId, questionId, content);
    return questions;
  }

  /** A moderator changed a question. */
  change(gameId: string, questionId: string, content: QuestionContent): void {
    if (this.#keys.has(`${gameId} ${questionId}`)) this.#put(gameId, questionId, content);
  }

  #put(gameId: string, questionId: string, content: QuestionContent): void {
    const key = keyOf(content);
    this.#keys.set(`${gameId} ${questionId}`, key);
    this.#found.set(`${gameId} ${questionId}`, { gameId, questionId, key });
    this.#contents.set(key, content);
  }

  /** Nothing more will be asked in this game. */
  over(gameId: string): void {
    this.#over.add(gameId);
  }

  /** The key under which it is counted; undefined for a question whose content is not known. */
  count(at: number, gameId: string, questionId: string, outcome: Outcome): string | undefined {
    const key = this.#keys.get(`${gameId} ${questionId}`);
    if (key === undefined) return;
    const quarter = startOf(QUARTER_MS, at);
    const id = `${quarter} ${key}`;
    const count = this.#counts.get(id) ?? { minutes: 0, quarter, key, asked: 0, right: 0, wrong: 0, nobody: 0 };
    count[outcome]++;
    this.#counts.set(id, count);
    return key;
  }

  async write(manager: EntityManager): Promise<void> {
    if (this.#contents.size > 0) await this.#writeContents(manager);
    await this.#writeKeys(manager);
    if (this.#over.size > 0)
      await manager.query('delete from game_question where game_id = any($1)', [[...this.#over]]);
    if (this.#counts.size > 0) await this.#writeCounts(manager);
  }

  async #writeKeys(manager: EntityManager): Promise<void> {
    const found = [...this.#found.values()].filter(({ gameId }) => !this.#over.has(gameId));
    if (found.length === 0) return;
    await manager.query(
      `insert into game_question (game_id, question_id, key) select * from unnest($1::text[], $2::text[], $3::text[])
        on conflict (game_id, question_id) do update set key = excluded.key`,
      [found.map((each) => each.gameId), found.map((each) => each.questionId), found.map((each) => each.key)],
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
