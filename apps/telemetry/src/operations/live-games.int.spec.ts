import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { CreateTelemetry1763769600000 } from '../migrations/1763769600000-create-telemetry.js';
import { readLiveGames } from './live-games.js';

describeWith('postgres', 'the list of open games', () => {
  const now = Date.now();
  let stored: Awaited<ReturnType<typeof freshDatabase>>;
  let database: DataSource;
  beforeAll(async () => {
    stored = await freshDatabase();
    const migrations = [CreateTelemetry1763769600000];
    database = await openDataSource({ url: stored.url, schema: 'telemetry', entities: [], migrations });
  });
  afterAll(async () => {
    await database?.destroy();
    await stored?.drop();
  });

  const changes = (gameId: string, status: string) =>
    database.query(
      `insert into game (game_id, version, game_code, status, moderator_name, moderator_left, players, created_at,
          last_action, last_at, pressed) values ($1, 1, 'ABCDEF', $2, 'Mo', false, 0, $3, 'gameCreated', $3, false)
        on conflict (game_id) do update set status = excluded.status, changed = nextval('game_changes')`,
      [gameId, status, now],
    );
  /** A database that somebody else changes right after the first statement. */
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
    (await readLiveGames(database, cursor, now)).games.map((game) => game.gameId);

  it('misses no game that is created while it is read, with others open and with none', async () => {
    await changes('over', 'completed');
    for (const gameId of ['first', 'second']) {
      const read = await readLiveGames(
        changedMeanwhile(() => changes(gameId, 'setup')),
        '0',
        now,
      );
      expect(read.games.map((game) => game.gameId)).toEqual(gameId === 'first' ? [] : ['first']);
      expect(await idsAfter(read.cursor)).toEqual([gameId]);
    }
  });
});
