import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { CallsForHelp1764374400000 } from '../migrations/1764374400000-calls-for-help.js';
import { CreateTelemetry1763769600000 } from '../migrations/1763769600000-create-telemetry.js';
import { DAY_MS } from '../tally/time-buckets.js';
import { readLiveGames, readPastGames } from './live-games.js';

describeWith('postgres', 'list of open games', () => {
  const now = Date.now();
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  let database: DataSource;
  beforeAll(async () => {
    stored = await freshDatabase();
    const migrations = [CreateTelemetry1763769600000, CallsForHelp1764374400000];
    database = await openDataSource({ url: stored.url, schema: 'telemetry', entities: [], migrations });
  });
  afterAll(async () => {
    await database?.destroy();
    await stored?.drop();
  });

  const changes = (gameId: string, status: string, { ago = 0, code = 'ABCDEF', moderator = 'Mo' } = {}) =>
    database.query(
      `insert into game (game_id, version, game_code, status, moderator_name, moderator_left, players, created_at,
          last_action, last_at, pressed) values ($1, 1, $4, $2, $5, false, 0, $3, 'gameCreated', $3, false)
        on conflict (game_id) do update set status = excluded.status, changed = nextval('game_changes')`,
      [gameId, status, now - ago, code, moderator],
    );
  /** A database that another process changes right after the first statement. */
  const changedMeanwhile = (change: () => Promise<unknown>): Pick<DataSource, 'query'> => {
    let changed: Promise<unknown> | undefined;
    return {
      query: async <T>(text: string, values?: unknown[]) => {
        const rows = await database.query<T>(text, values);
        await (changed ??= change());
        return rows;
      },
    };
  };
  const idsAfter = async (cursor: string) =>
    (await readLiveGames(database, cursor, now - 30 * DAY_MS)).games.map((game) => game.gameId);

  it('misses no game that is created concurrently', async () => {
    await changes('over', 'completed');
    for (const gameId of ['first', 'second']) {
      const read = await readLiveGames(
        changedMeanwhile(() => changes(gameId, 'setup')),
        '0',
        now - 30 * DAY_MS,
      );
      expect(read.games.map((game) => game.gameId)).toEqual(gameId === 'first' ? [] : ['first']);
      expect(await idsAfter(read.cursor)).toEqual([gameId]);
    }
  });

  it('contains games prepared days ago, until the configured time without an event', async () => {
    await changes('prepared', 'setup', { ago: 29 * DAY_MS });
    await changes('abandoned', 'playing', { ago: 31 * DAY_MS });
    const open = await idsAfter('0');
    expect(open).toContain('prepared');
    expect(open).not.toContain('abandoned');
  });
});

describeWith('postgres', 'list of past games', () => {
  const now = Date.now();
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  let database: DataSource;
  beforeAll(async () => {
    stored = await freshDatabase();
    const migrations = [CreateTelemetry1763769600000, CallsForHelp1764374400000];
    database = await openDataSource({ url: stored.url, schema: 'telemetry', entities: [], migrations });
    await database.query(
      `insert into game (game_id, version, game_code, status, moderator_name, moderator_left, players, created_at,
          last_action, last_at, pressed)
        select 'game-' || n, 1, 'CODE' || lpad(n::text, 2, '0'), case when n = 3 then 'setup' else 'completed' end,
          case when n = 2 then '100% Ada' else 'Mo' end, false, 0, 0, 'gameCompleted', $1::bigint - n * 1000, false
        from generate_series(1, 60) as n`,
      [now],
    );
    await database.query(`insert into game (game_id, version, game_code, status, moderator_name, moderator_left, players,
        created_at, last_action, last_at, pressed)
      values ('left-open', 1, 'OLDOLD', 'playing', 'Mo', false, 0, 0, 'gameStarted', 0, false)`);
  });
  afterAll(async () => {
    await database?.destroy();
    await stored?.drop();
  });
  const find = async (search: string, page = 1) => {
    const { games, total } = await readPastGames(database, { search, page }, now - 30 * DAY_MS);
    return { total, ids: games.map(({ gameId }) => gameId as string) };
  };

  it('contains completed and abandoned games, most recently active first, fifty per page', async () => {
    const first = await find('');
    expect([first.total, first.ids.length, first.ids.slice(0, 3)]).toEqual([60, 50, ['game-1', 'game-2', 'game-4']]);
    const second = await find('', 2);
    expect([second.ids.length, second.ids.at(-1)]).toEqual([10, 'left-open']);
  });

  it('contains every game that the list of open games omits', async () => {
    await database.query(
      `insert into game (game_id, version, game_code, status, moderator_name, moderator_left, players, created_at,
          last_action, last_at, pressed, changed)
        select 'open-' || n, 1, 'OPENED', 'setup', 'Mo', false, 0, 0, 'gameCreated', $1::bigint, false, 10000 + n
        from generate_series(0, 2000) as n`,
      [now],
    );
    const open = (await readLiveGames(database, '0', now - 30 * DAY_MS)).games.map(({ gameId }) => gameId as string);
    expect(open).toHaveLength(2_000);
    expect(open).not.toContain('open-0');
    expect(await find('OPENED')).toEqual({ total: 1, ids: ['open-0'] });
    await database.query(`delete from game where game_code = 'OPENED'`);
  });

  it('finds games by code, moderator and id, with literal search text', async () => {
    expect(await find(' code07 ')).toEqual({ total: 1, ids: ['game-7'] });
    expect(await find('100% a')).toEqual({ total: 1, ids: ['game-2'] });
    expect(await find('%%')).toEqual({ total: 0, ids: [] });
    expect(await find('game-9')).toEqual({ total: 1, ids: ['game-9'] });
  });
});
