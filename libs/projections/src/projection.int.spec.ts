import { gameLog, type LogPlace, type ReplyOf } from '@earworm/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { PutGamesAside1763798400000 } from './quarantine.js';
import { Checkpoint, CREATE_CHECKPOINT } from './projections.sql.js';
import { Follower } from './projection.js';

class CreateCheckpoint1763700000000 implements MigrationInterface {
  readonly name = 'CreateCheckpoint1763700000000';
  up = async (runner: QueryRunner): Promise<void> => void (await runner.query(CREATE_CHECKPOINT));
  down = async (runner: QueryRunner): Promise<void> => void (await runner.query('drop table checkpoint'));
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
type Page = ReplyOf<typeof gameLog>;
const EMPTY: Page = { rows: [], end: null, more: false };

describeWith('postgres', 'A follower of the log', () => {
  const log = createLog('spec', { level: 'silent' });
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  let database: DataSource;
  beforeEach(async () => {
    stored = await freshDatabase();
    const migrations = [CreateCheckpoint1763700000000, PutGamesAside1763798400000];
    database = await openDataSource({ url: stored.url, schema: 'spec', entities: [Checkpoint], migrations });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await database?.destroy();
    await stored?.drop();
  });

  /** A follower of a log that answers as told; whom it asked from where. */
  function follow(answer: () => Page | Promise<Page>) {
    const bus = createInProcessBus({ log });
    const asked: LogPlace[] = [];
    bus.serve(gameLog, ({ after }) => {
      asked.push(after);
      return answer();
    });
    const follower = new Follower('spec', bus, database, () => Promise.resolve(), { log });
    follower.start();
    return { follower, asked };
  }
  /** From here on no time passes: what waits for a timer waits for ever. */
  const stopTheClock = () =>
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });

  it('stops at once, also right after it has read', async () => {
    stopTheClock();
    const { follower, asked } = follow(() => EMPTY);
    while (asked.length === 0) await turn();
    // Its timer until it reads again.
    while (jest.getTimerCount() === 0) await turn();
    await follower.stop();
    expect(asked).toHaveLength(1);
  });

  it('stops at once while nobody answers it', async () => {
    stopTheClock();
    const { follower, asked } = follow(() => new Promise(() => undefined));
    while (asked.length === 0) await turn();
    await follower.stop();
    expect(asked).toHaveLength(1);
  });
});
