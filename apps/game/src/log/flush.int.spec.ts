import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { holdCommits, INSERT_FOREIGN, logOf, sql, whenAppendHangs } from '../testing/database.js';
import { create, look, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

describeWith('postgres', 'a flush of many games', () => {
  const { bus, database } = oneGameService();

  it('serves other games beside a bad one, which reads its log and continues', async () => {
    const slow = await create(bus);
    const games = await Promise.all(Array.from({ length: 10 }, () => create(bus)));
    const bad = games[4]?.gameId as (typeof slow)['gameId'];
    const { version } = await look(bus, bad);
    // A row that this owner does not know of takes its next version.
    await sql(database.url, INSERT_FOREIGN, [bad, version + 1, 0]);
    const held = await holdCommits(database.url, 'Slow Sue');

    // While the first append hangs in its commit, the others collect for one statement.
    const first = send(bus, slow.gameId, 'sue', { type: 'joinGame', name: 'Slow Sue' });
    await whenAppendHangs(database.url);
    const joins = games.map(({ gameId }) => send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }));
    // Messages that were sent before have arrived when this is answered.
    await Promise.all(games.map(({ gameId }) => look(bus, gameId)));
    await held.release();
    expect((await first).version).toBe(2);
    const answers = await Promise.all(joins);
    expect(answers.map((answer) => answer.version)).toEqual([2, 2, 2, 2, 4, 2, 2, 2, 2, 2]);
    expect((await logOf(database.url, bad)).map((row) => row.type)).toEqual([
      'gameCreated',
      'owned',
      'owned',
      'playerJoined',
    ]);
    expect((await look(bus, bad)).view.playerCount).toBe(1);
  });
});
