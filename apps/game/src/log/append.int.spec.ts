import { randomUUID } from 'node:crypto';
import { unicodeText } from '@earworm/rules/testing/properties';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { MIGRATIONS } from '../migrations.js';
import { LogWriter } from './append.js';

/** Any text that a database can hold: no NUL, no half of a pair. */
const text = unicodeText(40).filter((each) => !each.includes('\0'));
/** Before the first reconnect. */
const SHORTEST_PAUSE_MS = 75;

describeWith('postgres', 'the append of events', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let source: DataSource;
  let writer: LogWriter;
  beforeAll(async () => {
    database = await freshDatabase();
    source = await openDataSource({ url: database.url, schema: 'game', entities: [], migrations: MIGRATIONS });
    writer = new LogWriter(database.url);
  });
  afterAll(async () => {
    await writer?.close();
    await source?.destroy();
    await database?.drop();
  });

  const row = { gameId: 'g', version: 1, userId: null, commandId: null, event: '{}', at: 0, epoch: 1 };

  it('stores any texts and events unchanged', async () => {
    let game = 0;
    const rows = fc.array(
      fc.record({ userId: fc.option(text), commandId: fc.option(text), event: fc.jsonValue(), at: fc.maxSafeNat() }),
      { minLength: 1, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const gameId = `game ${(game += 1)}`;
        const written = given.map(({ event, ...each }, version) => ({
          ...{ ...row, ...each, gameId, version },
          event: JSON.stringify(event),
        }));
        expect(await writer.append(written)).toEqual({ kind: 'committed' });
        const read = await source.query<object[]>(
          `select game_id as "gameId", version, user_id as "userId", command_id as "commandId", event::text, at::text,
             epoch::text from event where game_id = $1 order by version`,
          [gameId],
        );
        expect(read).toEqual(written.map(({ at, epoch, ...each }) => ({ ...each, at: `${at}`, epoch: `${epoch}` })));
      }),
      { numRuns: 60 },
    );
  });

  it('rejects an event that is not JSON', async () => {
    expect(await writer.append([{ ...row, event: '{"a":' }])).toEqual({ kind: 'refused', code: '22P02' });
  });

  it('leaves no connection after the writer is closed', async () => {
    const closing = new LogWriter(database.url);
    const backend = await (await closing.open())?.query<{ pid: number }>('select pg_backend_pid() as pid');
    const isThere = () =>
      source.query<object[]>('select from pg_stat_activity where pid = $1', [backend?.rows[0]?.pid]);
    expect(await isThere()).toHaveLength(1);
    await closing.close();
    await eventually(async () => expect(await isThere()).toEqual([]));
  });

  it('leaves no connection after the writer is closed while it connects', async () => {
    const name = `closing-${randomUUID()}`;
    const closing = new LogWriter(`${database.url}${database.url.includes('?') ? '&' : '?'}application_name=${name}`);
    const opening = closing.open();
    await closing.close();
    expect(await opening).toBeUndefined();
    const isThere = () => source.query<object[]>('select from pg_stat_activity where application_name = $1', [name]);
    await eventually(async () => expect(await isThere()).toEqual([]));
  });

  it('reconnects after a pause', async () => {
    const unreachable = new LogWriter('postgres://earworm@127.0.0.1:1/earworm');
    expect(await unreachable.open()).toBeUndefined();
    const failedAt = performance.now();
    expect(await unreachable.append([row])).toEqual({ kind: 'unsent' });
    // A timer may be up to a millisecond early.
    expect(performance.now() - failedAt).toBeGreaterThan(SHORTEST_PAUSE_MS - 2);
    await unreachable.close();
  });
});
