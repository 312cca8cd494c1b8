import { randomUUID } from 'node:crypto';
import {
  actAsStaff,
  gameStaffView,
  onShard,
  placeInRoom,
  playersOfGame,
  type RoomId,
  shardOf,
  type ShowId,
} from '@earworm/contracts';
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

  it('name players of the event by id, seat or team, with a stand-in for a name that waits for a review', async () => {
    const roomId = randomUUID() as RoomId;
    const gameId = await aRoomsGame(roomId);
    for (const who of ['ann', 'bob', 'cem', 'dora']) await send(bus, gameId, who, { type: 'joinGame', name: who });
    const crew = roomActor(roomId);
    await send(bus, gameId, crew, { type: 'addTeams', names: ['Foxes'] });
    await send(bus, gameId, crew, { type: 'moveToTeam', playerId: user('bob'), team: 1 });
    await send(bus, gameId, crew, { type: 'changeSettings', settings: { nameReview: 'on' } });
    await send(bus, gameId, 'ann', { type: 'joinGame', name: 'Rude' });
    await send(bus, gameId, 'cem', { type: 'leaveGame' });
    await send(bus, gameId, crew, { type: 'removePlayer', playerId: user('dora'), ban: false });
    const eli = { playerId: user('eli'), name: 'eli', before: 'another-game' as GameId };
    await ask(bus, onShard(actAsStaff, shardOf(gameId)), {
      ...{ gameId, commandId: randomUUID(), staff: { showId, userId: user('olga') } },
      command: { type: 'reserveSeat', ...eli, teamName: 'Owls', teamKey: 'R1' },
    });
    const asked = { gameId, showId, playerIds: ['ann', 'dora', 'zoe'].map(user), teams: [1, 2], seats: [3, 4] };
    const call = onShard(playersOfGame, shardOf(gameId));
    expect((await ask(bus, call, asked)).players).toEqual([
      { playerId: 'ann', seat: 1, name: 'Player 1', isActive: true },
      { playerId: 'bob', seat: 2, name: 'bob', isActive: true, team: 1, teamName: 'Foxes' },
      { playerId: 'cem', seat: 3, name: 'cem', isActive: false },
      { playerId: 'eli', seat: 5, name: 'Player 5', isActive: false, team: 2, teamName: 'Owls', teamKey: 'R1' },
    ]);
    await expect(ask(bus, call, { ...asked, showId: other })).rejects.toMatchObject({ code: 'not-allowed' });
  });

  it('reserve seats, send players and note their arrival in games that are over, once each', async () => {
    const [before, next] = [await aRoomsGame(), await aRoomsGame()];
    for (const who of ['ann', 'bob']) await send(bus, before, who, { type: 'joinGame', name: who });
    const does = (gameId: GameId, command: Parameters<typeof commandOf>[0]) =>
      ask(bus, onShard(actAsStaff, shardOf(gameId)), commandOf(command, gameId));
    const commandOf = (command: ReturnType<typeof actAsStaff.request.parse>['command'], gameId: GameId) => ({
      ...{ gameId, commandId: randomUUID(), staff: { showId, userId: user('olga') }, command },
    });
    await does(before, { type: 'completeGame' });
    const playerId = user('ann');
    const reserve = { type: 'reserveSeat' as const, playerId, name: 'ann', before };
    const sends = { type: 'sendPlayers' as const, playerIds: [playerId], next: { gameId: next, code: 'ROOM44' } };
    const reserved = await does(next, reserve);
    expect(await does(next, reserve)).toEqual(reserved);
    const sent = await does(before, sends);
    expect(await does(before, sends)).toEqual(sent);
    await send(bus, next, 'ann', { type: 'rejoinGame' });
    await does(before, { type: 'noteArrival', playerIds: [playerId, user('bob')] });
    const [old, now] = [(await look(bus, before)).view, (await look(bus, next)).view];
    expect([old.activeCount, old.sentOn, now.activeCount]).toEqual([1, true, 1]);
    await expect(does(next, { type: 'releaseSeat', playerId })).rejects.toMatchObject({ code: 'seat-arrived' });
    await expect(send(bus, before, 'ann', { type: 'rejoinGame' })).rejects.toMatchObject({ code: 'game-ended' });
  });

  it('fail in games of other events', async () => {
    await expect(act(await aRoomsGame(), other)).rejects.toMatchObject({ code: 'not-allowed' });
  });
});
