import { gameLog, type LogPlace, type ReplyOf } from '@earworm/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { Projection } from './projection.js';
import { CREATE_CHECKPOINT } from './projections.sql.js';
import { PutGamesAside1763798400000 } from './quarantine.js';

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
    const migrations = [CreateCheckpoint1763700000000, PutGamesAside1763798400000];
    database = await openDataSource({ url: stored.url, schema: 'spec', entities: [], migrations });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await database?.destroy();
    await stored?.drop();
  });

  /** A projection of a log that answers as given, and the places from which it has read. */
  function project(answer: () => Page | Promise<Page>) {
    const bus = createInProcessBus({ log });
    const reads: LogPlace[] = [];
    bus.serve(gameLog, ({ after }) => {
      reads.push(after);
      return answer();
    });
    const projection = new Projection('spec', bus, database, () => Promise.resolve(), { log });
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

  it('stops at once while the log does not answer', async () => {
    stopTheClock();
    const { projection, reads } = project(() => new Promise(() => undefined));
    while (reads.length === 0) await turn();
    await projection.stop();
    expect(reads).toHaveLength(1);
  });
});
