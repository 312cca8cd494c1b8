import { describeWith } from '@earworm/service-kit/testing';
import type { GameId } from '@earworm/rules';
import { beforeAll, expect, it } from '@jest/globals';
import {
  INSERT_FOREIGN,
  logOf,
  openTransaction,
  refuseRows,
  slowCommits,
  slowRows,
  sql,
  whenAppendHangs,
  whenSomebodyWaits,
} from '../testing/database.js';
import { create, look, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const DEADLOCKS = 'select deadlocks::integer from pg_stat_database where datname = current_database()';

describeWith('postgres', 'When the database refuses an append of several games', () => {
  const { bus, database } = oneGameService((url) =>
    // Sooner than a lock is given up, so that it is the append that is told of the deadlock.
    sql(url, `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '150ms'`),
  );
  beforeAll(() => slowCommits(database.url, 'Slow Sue', 0.6));

  const join = (gameId: GameId, name: string) =>
    send(
      bus,
      gameId,
      name.toLowerCase().replace(' ', '-'),
      { type: 'joinGame', name },
      { withinMs: 8_000, deadlineMs: 8_000 },
    );
  const typesOf = async (gameId: GameId) => (await logOf(database.url, gameId)).map((row) => row.type);

  /** Three games in order, whose appends gather for one statement behind one that hangs in its commit. */
  async function threeGames() {
    const [slow, ...games] = await Promise.all(Array.from({ length: 4 }, () => create(bus)));
    const ids = games.map(({ gameId }) => gameId).sort();
    const joinAll = async (names: readonly string[]) => {
      const first = slow && join(slow.gameId, 'Slow Sue');
      await whenAppendHangs(database.url);
      const joins = ids.map((gameId, index) => join(gameId, names[index] ?? ''));
      return Promise.all([first, ...joins]).then(([, ...answers]) => answers.map((answer) => answer?.version));
    };
    return { ids: ids as [GameId, GameId, GameId], joinAll };
  }

  it('because of a deadlock, each game is written alone, and nobody is answered twice or not at all', async () => {
    const { ids, joinAll } = await threeGames();
    const [low, middle, high] = ids;
    const other = await openTransaction(database.url, INSERT_FOREIGN, [high, 2, 0]);
    const answers = joinAll(['Ann', 'Bob', 'Cem']);
    await whenSomebodyWaits(database.url);
    const circle = other.also(INSERT_FOREIGN, [low, 2, 0]);
    await circle;
    expect(await sql(database.url, `select pg_stat_clear_snapshot(), pg_sleep(1.1)`)).toHaveLength(1);
    expect(await sql(database.url, DEADLOCKS)).toEqual([{ deadlocks: 1 }]);
    // The game that was in no circle did not wait for the others.
    expect(await typesOf(middle)).toEqual(['gameCreated', 'playerJoined']);
    await other.end('rollback');
    expect(await answers).toEqual([3, 2, 3]);
    expect(await typesOf(low)).toEqual(['gameCreated', 'owned', 'playerJoined']);
    expect(await typesOf(high)).toEqual(['gameCreated', 'owned', 'playerJoined']);
  });

  it('because it took too long, only the game that is slow goes without an answer, until the server is quick again', async () => {
    const { ids, joinAll } = await threeGames();
    await slowRows(database.url, 'Late Lea', 2.5);
    const startedAt = performance.now();
    const answers = joinAll(['Ann', 'Late Lea', 'Cem']);
    const [low, , high] = ids;
    while ((await typesOf(high)).length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await typesOf(low)).toEqual(['gameCreated', 'playerJoined']);
    expect(performance.now() - startedAt).toBeGreaterThan(2_000);
    expect(performance.now() - startedAt).toBeLessThan(6_000);
    await sql(database.url, 'drop trigger dawdle on event');
    expect(await answers).toEqual([2, expect.any(Number), 2]);
    expect((await typesOf(ids[1])).filter((type) => type === 'playerJoined')).toHaveLength(1);
    expect((await look(bus, ids[1])).view.playerCount).toBe(1);
  }, 30_000);

  it('because of what it cannot hold, whoever gave it is told once, and the game and the others go on', async () => {
    const { ids, joinAll } = await threeGames();
    await refuseRows(database.url, 'Null Ned', '22021');
    const [low, , high] = ids;
    const answers = joinAll(['Ann', 'Null Ned', 'Cem']);
    await expect(answers).rejects.toMatchObject({ code: 'internal' });
    expect(await join(ids[1], 'Bob')).toMatchObject({ version: expect.any(Number) });
    // Claimed anew once, not again and again.
    expect(await typesOf(ids[1])).toEqual(['gameCreated', 'owned', 'playerJoined']);
    for (const gameId of [low, high]) expect((await look(bus, gameId)).view.playerCount).toBe(1);
    await sql(database.url, 'drop trigger refuse on event');
  });
});
