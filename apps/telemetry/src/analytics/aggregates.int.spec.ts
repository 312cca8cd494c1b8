import type { LogRow } from '@earworm/contracts';
import { GameEvent } from '@earworm/rules';
import { openDataSource } from '@earworm/service-kit/postgres';
import { contentsIn, describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { countFacts } from '../facts/count-facts.js';
import type { ReadContents } from '../facts/questions.js';
import { CreateTelemetry1763769600000 } from '../migrations/1763769600000-create-telemetry.js';
import { TallyWider1763776800000 } from '../migrations/1763776800000-tally-wider.js';
import { QuestionsWhenPlayed1763802000000 } from '../migrations/1763802000000-questions-when-played.js';
import { GameFigures1763812800000 } from '../migrations/1763812800000-game-figures.js';
import { CallsForHelp1764374400000 } from '../migrations/1764374400000-calls-for-help.js';
import { FinalVerdicts1764201600000 } from '../migrations/1764201600000-final-verdicts.js';
import { eventDrafts } from '../testing/running-telemetry.js';
import { readAnalytics } from './read.js';

const RANGE = { from: '2026-10-22', to: '2026-11-20', timeZone: 'Europe/Berlin' };
const FIRST = Date.parse('2026-11-17T18:00:00Z');
const QUESTIONS = 12;
const PLAYERS = ['ann', 'bob', 'cem', 'dan'];
/** Of one evening: so far apart its games begin. */
const APART_MS = 20 * 60_000;
const GAMES_OF_AN_EVENING = 10;
const FEW_EVENINGS = 4;
const TIMES_AS_MANY = 10;

/** A game as it is played: every question asked, pressed on by all, and judged. */
function game(startAt: number): LogRow[] {
  const gameId = eventDrafts.newGameId();
  const templateQuestions = Array.from({ length: QUESTIONS }, (_, i) => [
    eventDrafts.selected(`q${i}`),
    ...PLAYERS.map((player) => eventDrafts.buzzed(`q${i}`, player)),
    ...PLAYERS.map((player, at) => eventDrafts.judged(`q${i}`, player, at === PLAYERS.length - 1)),
  ]);
  const answers = Array.from({ length: QUESTIONS }, (_, i) => `Answer ${i}`);
  const all = [
    eventDrafts.created(gameId, answers),
    ...PLAYERS.map(eventDrafts.joined),
    eventDrafts.started,
    ...templateQuestions.flat(),
  ];
  return [...all, eventDrafts.completed].map((event, i) => ({
    gameId,
    version: i + 1,
    event: GameEvent.parse({ at: startAt + i * 1_000, ...event }),
  }));
}

const contentsOf =
  (rows: readonly LogRow[]): ReadContents =>
  (played) =>
    Promise.resolve(contentsIn(rows, played));

const evening = () => Array.from({ length: GAMES_OF_AN_EVENING }, (_, i) => game(FIRST + i * APART_MS)).flat();

describeWith('postgres', 'figures of 30 days', () => {
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  let database: DataSource;
  beforeAll(async () => {
    stored = await freshDatabase();
    database = await openDataSource({
      ...{ url: stored.url, schema: 'telemetry', entities: [], poolSize: 1 },
      migrations: [
        ...[CreateTelemetry1763769600000, TallyWider1763776800000, QuestionsWhenPlayed1763802000000],
        GameFigures1763812800000,
        FinalVerdicts1764201600000,
        CallsForHelp1764374400000,
      ],
    });
  });
  afterAll(async () => {
    await database?.destroy();
    await stored?.drop();
  });

  async function happens(evenings: number): Promise<number> {
    let facts = 0;
    for (let n = 0; n < evenings; n++) {
      const rows = evening();
      facts += rows.length;
      await database.transaction((manager) => countFacts(rows, manager, contentsOf(rows)));
    }
    await database.query('vacuum analyze');
    return facts;
  }

  /** Rows of tables and of indexes that were read so far, by this connection and before. */
  async function rowsRead(): Promise<number> {
    await database.query('select pg_stat_force_next_flush()');
    const [{ rows } = { rows: 0 }] = await database.query<{ rows: number }[]>(
      `select (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = 'telemetry')::int
            + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = 'telemetry')::int as rows`,
    );
    return rows;
  }

  async function look() {
    const before = await rowsRead();
    const { days } = await readAnalytics(database, RANGE);
    const presses = days.reduce((sum, day) => sum + day.presses, 0);
    return { rows: (await rowsRead()) - before, presses };
  }

  it('reads aggregates, so that ten times as many events need no more reads', async () => {
    const few = await happens(FEW_EVENINGS);
    const small = await look();
    const many = few + (await happens(FEW_EVENINGS * (TIMES_AS_MANY - 1)));
    const large = await look();
    expect(small.presses).toBe(FEW_EVENINGS * GAMES_OF_AN_EVENING * QUESTIONS * PLAYERS.length);
    expect([large.presses, many]).toEqual([TIMES_AS_MANY * small.presses, TIMES_AS_MANY * few]);
    expect(small.rows).toBeGreaterThan(0);
    expect(large.rows).toBeLessThan(1.5 * small.rows);
    expect(large.rows).toBeLessThan(many / 10);
  }, 120_000);
});
