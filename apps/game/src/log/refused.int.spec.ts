import { describeWith, eventually } from '@earworm/service-kit/testing';
import type { GameId } from '@earworm/rules';
import { expect, it } from '@jest/globals';
import {
  holdCommits,
  holdRows,
  INSERT_FOREIGN,
  logOf,
  openTransaction,
  refuseRows,
  sql,
  whenAppendHangs,
  whenAppendsWait,
} from '../testing/database.js';
import { create, look, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const DEADLOCKS = 'select deadlocks::integer from pg_stat_database where datname = current_database()';

describeWith('postgres', 'refused append of several games', () => {
  const { bus, database } = oneGameService((url) =>
    // Sooner than the lock time-out, so that the append is the victim of the deadlock.
    sql(url, `alter database ${new URL(url).pathname.slice(1)} set deadlock_timeout = '150ms'`),
  );

  const join = (gameId: GameId, name: string) =>
    send(
      bus,
      gameId,
      name.toLowerCase().replace(' ', '-'),
      { type: 'joinGame', name },
      { withinMs: 10_000, deadlineMs: 10_000 },
    );
  const typesOf = async (gameId: GameId) => (await logOf(database.url, gameId)).map((row) => row.type);

  /** Three games in order, whose appends collect for one statement behind one that hangs in its commit. */
  async function threeGames() {
    const [slow, ...games] = await Promise.all(Array.from({ length: 4 }, () => create(bus)));
    const held = await holdCommits(database.url, 'Slow Sue');
    const ids = games.map(({ gameId }) => gameId).sort();
    const joinAll = async (names: readonly string[]) => {
      const first = slow && join(slow.gameId, 'Slow Sue');
      await whenAppendHangs(database.url);
      const joins = ids.map((gameId, index) => join(gameId, names[index] ?? ''));
      // Messages that were sent before have arrived when this is answered.
      await Promise.all(ids.map((gameId) => look(bus, gameId)));
      await held.release();
      return Promise.all([first, ...joins]).then(([, ...answers]) => answers.map((answer) => answer?.version));
    };
    /** Ends the hanging commit; then the others are written. */
    const whenTheyAreWritten = async () => {
      await eventually(async () => expect(await typesOf(slow!.gameId)).toHaveLength(2));
      await whenAppendHangs(database.url);
    };
    return { ids: ids as [GameId, GameId, GameId], joinAll, whenTheyAreWritten };
  }

  it('writes game by game after a deadlock, and answers each command once', async () => {
    const { ids, joinAll, whenTheyAreWritten } = await threeGames();
    const [low, middle, high] = ids;
    // The append holds the first game by then, and locks the last only after it.
    const held = await holdRows(database.url, 'Bob');
    const other = await openTransaction(database.url, INSERT_FOREIGN, [high, 2, 0]);
    await other.also(`set local deadlock_timeout = '1min'`, []);
    const answers = joinAll(['Ann', 'Bob', 'Cem']);
    await whenTheyAreWritten();
    const closed = other.also(`${INSERT_FOREIGN} on conflict do nothing`, [low, 2, 0]);
    await whenAppendsWait(database.url, 1);
    await held.release();
    await closed;
    await eventually(async () => expect(await sql(database.url, DEADLOCKS)).toEqual([{ deadlocks: 1 }]));
    // The game outside of the deadlock did not wait for the others.
    await eventually(async () => expect(await typesOf(middle)).toEqual(['gameCreated', 'playerJoined']));
    // The last of them is tried afterwards, waits for its lock in vain, and its game is claimed.
    await whenAppendsWait(database.url, 2);
    await other.end('rollback');
    const [first, ...others] = await answers;
    expect(others).toEqual([2, 3]);
    // Whichever is faster after the deadlock gets the place in the first game.
    expect([first, await typesOf(low)]).toEqual(
      first === 2 ? [2, ['gameCreated', 'playerJoined']] : [3, ['gameCreated', 'owned', 'playerJoined']],
    );
    expect(await typesOf(high)).toEqual(['gameCreated', 'owned', 'playerJoined']);
  });

  it('leaves only the slow game without an answer after a time-out, until the server recovers', async () => {
    const { ids, joinAll } = await threeGames();
    const held = await holdRows(database.url, 'Late Lea');
    const answers = joinAll(['Ann', 'Late Lea', 'Cem']);
    const [low, , high] = ids;
    await eventually(async () => expect((await typesOf(high)).length).toBeGreaterThan(1));
    expect(await typesOf(low)).toEqual(['gameCreated', 'playerJoined']);
    await held.release();
    expect(await answers).toEqual([2, expect.any(Number), 2]);
    expect((await typesOf(ids[1])).filter((type) => type === 'playerJoined')).toHaveLength(1);
    expect((await look(bus, ids[1])).view.playerCount).toBe(1);
  });

  it('fails the one command with a value that the database cannot store, once, and continues all games', async () => {
    const { ids, joinAll } = await threeGames();
    await refuseRows(database.url, 'Null Ned', '22021');
    const [low, , high] = ids;
    const answers = joinAll(['Ann', 'Null Ned', 'Cem']);
    await expect(answers).rejects.toMatchObject({ code: 'internal' });
    expect(await join(ids[1], 'Bob')).toMatchObject({ version: expect.any(Number) });
    // Claimed again once, not repeatedly.
    expect(await typesOf(ids[1])).toEqual(['gameCreated', 'owned', 'playerJoined']);
    for (const gameId of [low, high]) expect((await look(bus, gameId)).view.playerCount).toBe(1);
    await sql(database.url, 'drop trigger refuse on event');
  });
});
