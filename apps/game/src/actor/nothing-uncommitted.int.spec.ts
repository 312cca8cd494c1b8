import { gameEventsWildcard, heads, onShard, shardOf, since } from '@earworm/contracts';
import { QuestionId } from '@earworm/rules';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import {
  holdCommits,
  INSERT_FOREIGN,
  logOf,
  openTransaction,
  whenAppendHangs,
  whenAppendsWait,
} from '../testing/database.js';
import { ask, create, look, send } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const settled = async (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true).catch(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

describeWith('postgres', 'uncommitted events', () => {
  const { bus, database } = oneGameService();

  it('leaves uncommitted events out of replies, events, snapshots, since and heads while a commit hangs', async () => {
    const { gameId } = await create(bus);
    const before = await look(bus, gameId);
    const held = await holdCommits(database.url, 'Slow Sue');
    let published = 0;
    bus.subscribe(gameEventsWildcard(gameId), () => published++);

    const joined = send(bus, gameId, 'sue', { type: 'joinGame', name: 'Slow Sue' }, { withinMs: 5_000 });
    // Computed from the uncommitted seat: the name is taken, and buzzing is not yet possible.
    const taken = send(bus, gameId, 'sam', { type: 'joinGame', name: 'slow sue' });
    const tooEarly = send(bus, gameId, 'sue', { type: 'buzz', questionId: QuestionId.parse('q1') });
    taken.catch(() => undefined);
    tooEarly.catch(() => undefined);
    await whenAppendHangs(database.url);
    // Messages that were sent before have arrived when this is answered.
    await look(bus, gameId);

    expect(await settled(joined)).toBe(false);
    expect(await settled(taken)).toBe(false);
    expect(await settled(tooEarly)).toBe(false);
    expect(published).toBe(0);
    const meanwhile = await look(bus, gameId);
    expect(meanwhile).toMatchObject({ version: before.version, view: { playerCount: 0 } });
    const { logId } = before;
    const request = { gameId, kind: 'full' as const, logId, version: before.version };
    expect(await ask(bus, onShard(since, shardOf(gameId)), request)).toMatchObject({ kind: 'events', items: [] });
    const reply = await ask(bus, onShard(heads, shardOf(gameId)), { gameIds: [gameId] });
    expect(reply.heads).toEqual([[gameId, logId, before.version]]);

    await held.release();
    expect(await joined).toEqual({ version: before.version + 1 });
    await expect(taken).rejects.toMatchObject({ code: 'name-taken' });
    await expect(tooEarly).rejects.toMatchObject({ code: 'no-active-question' });
    expect(published).toBe(1);
    expect(await look(bus, gameId)).toMatchObject({ version: before.version + 1, view: { playerCount: 1 } });
  });

  it('delays the answer while another transaction holds the version, and decides again when that rolls back', async () => {
    const { gameId } = await create(bus);
    const { version } = await look(bus, gameId);
    const other = await openTransaction(database.url, INSERT_FOREIGN, [gameId, version + 1, 0]);
    const joined = send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }, { withinMs: 6_000, deadlineMs: 6_000 });
    await whenAppendsWait(database.url, 3);
    expect(await settled(joined)).toBe(false);
    // The game is being claimed again: until that is done, even committed state is not sent again.
    await expect(
      ask(
        bus,
        onShard(since, shardOf(gameId)),
        { gameId, kind: 'full', logId: 'x', version },
        { withinMs: 0, attemptMs: 100 },
      ),
    ).rejects.toMatchObject({ reason: 'time-out' });
    await other.end('rollback');

    const answer = await joined;
    expect((await look(bus, gameId)).version).toBe(answer.version);
    const log = await logOf(database.url, gameId);
    expect(log.map((row) => row.version)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter((row) => row.type === 'playerJoined')).toEqual([
      expect.objectContaining({ version: answer.version, user_id: 'ann' }),
    ]);
  });

  it('decides again after what another transaction committed', async () => {
    const { gameId } = await create(bus);
    const { version } = await look(bus, gameId);
    const other = await openTransaction(database.url, INSERT_FOREIGN, [gameId, version + 1, 0]);
    const joined = send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' }, { withinMs: 6_000, deadlineMs: 6_000 });
    await whenAppendsWait(database.url, 1);
    expect(await settled(joined)).toBe(false);
    await other.end('commit');
    const answer = await joined;
    expect(answer.version).toBeGreaterThan(version + 1);
    const log = await logOf(database.url, gameId);
    expect(log.map((row) => row.version)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter((row) => row.type === 'playerJoined')).toEqual([
      expect.objectContaining({ version: answer.version, user_id: 'ann' }),
    ]);
    expect((await look(bus, gameId)).version).toBe(log.length);
  });
});
