import { decodeRoleEvents, gameEventsWildcard, kindsOf, onShard, shardOf, since } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { INSERT_FOREIGN, logOf, openTransaction, whenAppendsWait } from '../testing/database.js';
import { ask, create, look, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const INSERT_LEFT_BEHIND = `insert into event (game_id, version, user_id, command_id, event, at, epoch)
  values ($1, $2, $3, $4, $5, $6, 0)`;

describeWith('postgres', 'commands behind an append that fails', () => {
  const { bus, database } = oneGameService();

  it('answers no command from events that were never committed', async () => {
    const { gameId } = await create(bus);
    const { version, logId } = await look(bus, gameId);
    const published: string[] = [];
    bus.subscribe(gameEventsWildcard(gameId), ({ data }) => published.push(new TextDecoder().decode(data)));

    const other = await openTransaction(database.url, INSERT_FOREIGN, [gameId, version + 1, 0]);
    // Asked once: a repeat would be decided after Bob's.
    const times = { deadlineMs: 400, attemptMs: 30_000 };
    const ann = send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }, times);
    ann.catch(() => undefined);
    // With the state that Ann's append would make, this is refused: the name is taken and the game has a player.
    const bob = send(bus, gameId, 'bob', { type: 'joinGame', name: 'ann' });
    await whenAppendsWait(database.url, 2);
    let answered = 0;
    const count = <T>(reply: T) => {
      answered += 1;
      return reply;
    };
    const snapshot = look(bus, gameId).then(count);
    const request = { gameId, kind: 'full' as const, logId, version };
    const events = ask(bus, onShard(since, shardOf(gameId)), request).then(count);
    await whenAppendsWait(database.url, 2);
    expect(answered).toBe(0);
    expect(published).toEqual([]);
    await other.end('rollback');

    await expect(ann).rejects.toMatchObject({ code: 'retry' });
    expect(await bob).toEqual({ version: version + 2 });
    expect((await snapshot).view.playerCount).toBe((await snapshot).version - version - 1);
    expect(JSON.stringify(await events)).not.toContain('Ann');
    expect(published.join()).not.toContain('Ann');
    const log = await logOf(database.url, gameId);
    expect(log.map((row) => [row.version, row.type, row.user_id])).toEqual([
      [1, 'gameCreated', expect.any(String)],
      [2, 'owned', null],
      [3, 'playerJoined', 'bob'],
    ]);
  });

  it('decides commands after what the conflicting transaction commits', async () => {
    const { gameId } = await create(bus);
    const { version, logId } = await look(bus, gameId);
    const answers: number[] = [];
    bus.subscribe(gameEventsWildcard(gameId), ({ subject, data }) => {
      if (!kindsOf(subject).includes('full')) return;
      const { from, to } = decodeRoleEvents(data);
      for (let each = from; each <= to; each++) answers.push(each);
    });
    // Ann's join, left behind by an earlier owner whose machine was suspended.
    const joined = {
      type: 'playerJoined',
      at: Date.now(),
      playerId: 'ann',
      name: 'Ann',
      isAdmin: false,
      seatHash: null,
    };
    const left = [gameId, version + 1, 'ann', 'left-behind', joined, joined.at];
    const other = await openTransaction(database.url, INSERT_LEFT_BEHIND, left);
    const times = { withinMs: 8_000, deadlineMs: 8_000 };
    const cem = send(bus, gameId, 'cem', { type: 'joinGame', name: 'Cem' }, times);
    const again = send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }, { commandId: 'left-behind', ...times });
    const taken = send(bus, gameId, 'bob', { type: 'joinGame', name: 'ann' }, times);
    taken.catch(() => undefined);
    // The append has timed out, and the game is claimed again.
    await whenAppendsWait(database.url, 2);
    const request = { gameId, kind: 'full' as const, logId, version };
    const events = ask(bus, onShard(since, shardOf(gameId)), request, { withinMs: 8_000 });
    // The claim fails, too.
    await whenAppendsWait(database.url, 2);
    expect(answers).toEqual([]);
    await other.end('commit');

    // Neither done twice nor lost: the answer is that of the first time.
    expect(await again).toEqual({ version: version + 1 });
    await expect(taken).rejects.toMatchObject({ code: 'name-taken' });
    const { version: cems } = await cem;
    const log = await logOf(database.url, gameId);
    expect(log.map((row) => row.version)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter((row) => row.command_id === 'left-behind')).toEqual([
      expect.objectContaining({ version: version + 1, user_id: 'ann' }),
    ]);
    expect(log[cems - 1]).toMatchObject({ type: 'playerJoined', user_id: 'cem' });
    expect(JSON.stringify(await events)).toContain('Ann');
    expect(answers).toEqual(log.slice(version).map((row) => row.version));
    expect((await look(bus, gameId)).view.playerCount).toBe(2);
  });
});
