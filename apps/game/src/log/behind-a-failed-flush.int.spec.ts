import { setTimeout as sleep } from 'node:timers/promises';
import { gameEventsWildcard, onShard, shardOf, since } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { INSERT_FOREIGN, logOf, openTransaction } from '../testing/database.js';
import { ask, create, look, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

describeWith('postgres', 'What waits behind an append that fails', () => {
  const { bus, database } = oneGameService();

  it('is not answered from what never came to be: neither a reply, nor a snapshot, nor events since', async () => {
    const { gameId } = await create(bus);
    const { version, logId } = await look(bus, gameId);
    const published: string[] = [];
    bus.subscribe(gameEventsWildcard(gameId), ({ data }) => published.push(new TextDecoder().decode(data)));

    const other = await openTransaction(database.url, INSERT_FOREIGN, [gameId, version + 1, 0]);
    const ann = send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }, { deadlineMs: 400 });
    ann.catch(() => undefined);
    // By the state that Ann's append would make this is refused, for the name is taken and the game has a player.
    const bob = send(bus, gameId, 'bob', { type: 'joinGame', name: 'ann' });
    await sleep(350);
    let answered = 0;
    const count = <T>(reply: T) => {
      answered += 1;
      return reply;
    };
    const snapshot = look(bus, gameId).then(count);
    const asked = { gameId, kind: 'full' as const, logId, version };
    const events = ask(bus, onShard(since, shardOf(gameId)), asked).then(count);
    await sleep(350);
    expect(answered).toBe(0);
    expect(published).toEqual([]);
    await other.end('rollback');

    await expect(ann).rejects.toMatchObject({ code: 'retry' });
    expect(await bob).toEqual({ version: version + 2 });
    expect((await snapshot).view.playerCount).toBe((await snapshot).version - version - 1);
    expect(JSON.stringify(await events)).not.toContain('"Ann"');
    expect(published.join()).not.toContain('"Ann"');
    const log = await logOf(database.url, gameId);
    expect(log.map((row) => [row.version, row.type, row.user_id])).toEqual([
      [1, 'gameCreated', expect.any(String)],
      [2, 'owned', null],
      [3, 'playerJoined', 'bob'],
    ]);
  });
});
