import { setTimeout as pause } from 'node:timers/promises';
import { gameLog, type LogPlace, type ReplyOf } from '@earworm/contracts';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createInProcessBus } from '../bus/index.js';
import { createLog } from '../log/index.js';
import { openDataSource } from '../postgres/index.js';
import { describeWith, eventually, freshDatabase } from '../testing/index.js';
import { PutGamesAside1763798400000 } from './aside.js';
import { Checkpoint, CREATE_CHECKPOINT } from './checkpoint.entity.js';
import { Follower } from './follower.js';

class CreateCheckpoint1763700000000 implements MigrationInterface {
  readonly name = 'CreateCheckpoint1763700000000';
  up = async (runner: QueryRunner): Promise<void> => void (await runner.query(CREATE_CHECKPOINT));
  down = async (runner: QueryRunner): Promise<void> => void (await runner.query('drop table checkpoint'));
}

/** Much less than the pauses of a follower, and than it waits for the log. */
const AT_ONCE_MS = 1_000;
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
  const stopsAtOnce = async (follower: Follower) =>
    expect(await Promise.race([follower.stop().then(() => 'stopped'), pause(AT_ONCE_MS, 'still there')])).toBe(
      'stopped',
    );

  it('stops at once, also right after it has read', async () => {
    const { follower, asked } = follow(() => EMPTY);
    await eventually(() => expect(asked.length).toBe(1));
    await pause(50);
    await stopsAtOnce(follower);
  });

  it('stops at once while nobody answers it', async () => {
    const { follower, asked } = follow(() => new Promise(() => undefined));
    await eventually(() => expect(asked.length).toBe(1));
    await stopsAtOnce(follower);
  });
});
