import { randomUUID } from 'node:crypto';
import { actAsStaff, gameStaffView, onShard, placeInRoom, type RoomId, shardOf, type ShowId } from '@earworm/contracts';
import { type GameId, roomActor } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import { ask, create, look, send, user } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

describeWith('postgres', 'acts of staff in the game of a room', () => {
  const { bus, database } = oneGameService();
  const [showId, other] = [randomUUID() as ShowId, randomUUID() as ShowId];

  async function aRoomsGame(roomId = randomUUID() as RoomId): Promise<GameId> {
    const { gameId } = await create(bus, roomId, roomActor(roomId));
    await ask(bus, onShard(placeInRoom, shardOf(gameId)), { gameId, roomId, showId, name: 'Main hall' });
    return gameId;
  }
  const act = (gameId: GameId, of = showId, commandId: string = randomUUID()) =>
    ask(bus, onShard(actAsStaff, shardOf(gameId)), {
      ...{ gameId, commandId, staff: { showId: of, userId: user('olga') } },
      command: { type: 'lockJoining' as const, locked: true },
    });

  it('go into the log under the id of the operator, once for each command', async () => {
    const gameId = await aRoomsGame();
    const commandId = randomUUID();
    const first = await act(gameId, showId, commandId);
    expect(await act(gameId, showId, commandId)).toEqual(first);
    expect((await look(bus, gameId)).view).toMatchObject({ joiningLocked: true });
    const { rows } = await withClient(database.url, (client) =>
      client.query(`select user_id from game.event where game_id = $1 and event->>'type' = 'joiningLocked'`, [gameId]),
    );
    expect(rows).toEqual([{ user_id: 'olga' }]);
  });

  it('show operators who do not play its players, and no answer while no question is played', async () => {
    const roomId = randomUUID() as RoomId;
    const gameId = await aRoomsGame(roomId);
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    const seen = (by: string, of = roomId) =>
      ask(bus, onShard(gameStaffView, shardOf(gameId)), { gameId, roomId: of, userId: user(by) });
    expect(await seen('olga')).toMatchObject({ question: null, players: [{ id: 'ann', seat: 1, removed: null }] });
    await expect(seen('ann')).rejects.toMatchObject({ code: 'operator-plays' });
    await send(bus, gameId, 'ann', { type: 'leaveGame' });
    await expect(seen('ann')).rejects.toMatchObject({ code: 'operator-plays' });
    await expect(seen('olga', randomUUID() as RoomId)).rejects.toMatchObject({ code: 'not-allowed' });
  });

  it('fail in games of other events', async () => {
    await expect(act(await aRoomsGame(), other)).rejects.toMatchObject({ code: 'not-allowed' });
  });
});
