import { gameTimeline, type GameId, onShard, shardOf, TIMELINE_PAGE, type UserId } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { sql } from '../testing/database.js';
import { ask, create, MODERATOR, send, user } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

const INSERT_MANY = `insert into event (game_id, version, event, at, epoch)
  select $1, version, '{"type":"owned","at":0,"epoch":0}', 0, 0 from generate_series(2, $2::integer) as version`;

describeWith('postgres', 'the timeline of a game', () => {
  const { bus, database, restart } = oneGameService();
  const read = (gameId: GameId, after = 0, userId: UserId = MODERATOR, isAdmin = false) =>
    ask(bus, onShard(gameTimeline, shardOf(gameId)), { actor: { userId, isAdmin }, gameId, after });

  it('tells everything in order, with times and whose act it was', async () => {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    const { rows, next } = await read(gameId);
    expect(rows.map(({ version, type, user: by }) => [version, type, by])).toEqual([
      [1, 'gameCreated', MODERATOR],
      [2, 'playerJoined', 'ann'],
      [3, 'gameStarted', MODERATOR],
    ]);
    expect(rows[1]).toEqual({
      ...{ version: 2, type: 'playerJoined', at: expect.any(Number), user: 'ann', playerId: 'ann', name: 'Ann' },
    });
    expect(next).toBeNull();
    expect((await read(gameId, 2)).rows.map(({ version }) => version)).toEqual([3]);
  });

  it('tells a completed game to its moderator and to no player, also after a restart', async () => {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await send(bus, gameId, MODERATOR, { type: 'startGame' });
    await send(bus, gameId, MODERATOR, { type: 'completeGame' });
    const before = await read(gameId);
    expect(before.rows.map(({ type }) => type)).toEqual([
      'gameCreated',
      'playerJoined',
      'gameStarted',
      'gameCompleted',
    ]);
    expect(before.rows.at(-1)).toMatchObject({ user: MODERATOR });
    await restart();
    expect(await read(gameId)).toEqual(before);
    await expect(read(gameId, 0, user('ann'))).rejects.toMatchObject({ code: 'not-moderator' });
  });

  it('comes in pages', async () => {
    const { gameId } = await create(bus);
    await sql(database.url, INSERT_MANY, [gameId, TIMELINE_PAGE + 1]);
    const first = await read(gameId);
    expect([first.rows.length, first.next]).toEqual([TIMELINE_PAGE, TIMELINE_PAGE]);
    const second = await read(gameId, TIMELINE_PAGE);
    expect([second.rows.map(({ version }) => version), second.next]).toEqual([[TIMELINE_PAGE + 1], null]);
  });

  it('refuses those who have no desk, whatever role their account has', async () => {
    const { gameId } = await create(bus);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    await expect(read(gameId, 0, user('ann'))).rejects.toMatchObject({ code: 'not-moderator' });
    await expect(read(gameId, 0, user('ada'), true)).rejects.toMatchObject({ code: 'not-moderator' });
  });
});
