import { type GameId, gameLog, type LogPlace, RefusedError, type ReplyOf } from '@earworm/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { CreateErased1765200200000 } from './erased.js';
import { type ApplyRows, pauseAfter, Projection } from './projection.js';
import { CREATE_CHECKPOINT } from './projections.sql.js';
import { CreateQuarantine1763798400000 } from './quarantine.js';

class CreateCheckpoint1763700000000 implements MigrationInterface {
  readonly name = 'CreateCheckpoint1763700000000';
  up = async (runner: QueryRunner): Promise<void> => void (await runner.query(CREATE_CHECKPOINT));
  down = async (runner: QueryRunner): Promise<void> => void (await runner.query('drop table checkpoint'));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
type Page = ReplyOf<typeof gameLog>;
const EMPTY: Page = { rows: [], end: null, more: false };

describeWith('postgres', 'a projection of the log', () => {
  const log = createLog('spec', { level: 'silent' });
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  let database: DataSource;
  beforeEach(async () => {
    stored = await freshDatabase();
    const migrations = [CreateCheckpoint1763700000000, CreateQuarantine1763798400000, CreateErased1765200200000];
    database = await openDataSource({ url: stored.url, schema: 'spec', entities: [], migrations });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await database?.destroy();
    await stored?.drop();
  });

  /** A projection of a log that answers as given, and the places from which it has read. */
  function project(answer: (after: LogPlace) => Page | Promise<Page>, apply: ApplyRows = () => Promise.resolve()) {
    const bus = createInProcessBus({ log });
    const reads: LogPlace[] = [];
    bus.serve(gameLog, ({ after }) => {
      reads.push(after);
      return answer(after);
    });
    const projection = new Projection('spec', bus, database, apply, { log });
    projection.start();
    return { projection, reads };
  }
  /** From here on no timer ends. */
  const stopTheClock = () =>
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });

  it('stops at once, also right after a read', async () => {
    stopTheClock();
    const { projection, reads } = project(() => EMPTY);
    while (reads.length === 0) await turn();
    // Its timer until it reads again.
    while (jest.getTimerCount() === 0) await turn();
    await projection.stop();
    expect(reads).toHaveLength(1);
  });

  const place = (n: number): LogPlace => ({ tx: String(n), position: String(n) });
  /** The page after a place in a log of ten pages with a row each. */
  const pageAfter = ({ tx }: LogPlace): Page => {
    const n = Number(tx) + 1;
    if (n > 10) return EMPTY;
    const row = { gameId: 'game' as GameId, version: n, event: { type: 'owned', at: 0 } };
    return { rows: [row], end: place(n), more: n < 10 };
  };

  it('applies what it has read when a later page cannot be read', async () => {
    const applied: number[][] = [];
    let failures = 1;
    const { projection } = project(
      (after) => {
        if (after.tx === '3' && failures-- > 0) throw new RefusedError('unavailable');
        return pageAfter(after);
      },
      async (rows) => void applied.push(rows.map(({ version }) => version)),
    );
    await eventually(() =>
      expect(applied).toEqual([
        [1, 2, 3],
        [4, 5, 6, 7, 8, 9, 10],
      ]),
    );
    await projection.stop();
  });

  it('applies pages one by one after they could not be applied together', async () => {
    const applied: number[][] = [];
    const { projection } = project(pageAfter, async (rows) => {
      if (rows.length > 1 && applied.length === 0) throw new Error('an event of a newer release');
      applied.push(rows.map(({ version }) => version));
    });
    await eventually(() => expect(applied).toEqual([[1], [2, 3, 4, 5, 6, 7, 8, 9], [10]]));
    await projection.stop();
  });

  it('applies up to eight pages in one transaction, and the next from where they end', async () => {
    const applied: number[][] = [];
    const { projection } = project(pageAfter, async (rows) => void applied.push(rows.map(({ version }) => version)));
    await eventually(async () => {
      expect(applied).toEqual([
        [1, 2, 3, 4, 5, 6, 7, 8],
        [9, 10],
      ]);
      expect(await database.query('select tx, position from checkpoint')).toEqual([place(10)]);
    });
    await projection.stop();
  });

  it('pauses for one second when few rows were applied, and for up to four under load', () => {
    expect([0, 250, 500, 1_000, 50_000].map(pauseAfter)).toEqual([1_000, 1_000, 2_000, 4_000, 4_000]);
  });

  it('stops at once while the log does not answer', async () => {
    stopTheClock();
    const { projection, reads } = project(() => new Promise(() => undefined));
    while (reads.length === 0) await turn();
    await projection.stop();
    expect(reads).toHaveLength(1);
  });
});
