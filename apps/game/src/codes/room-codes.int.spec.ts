import { randomUUID } from 'node:crypto';
import {
  changeCrew,
  checkStageKey,
  findByCode,
  followInRoom,
  joinInfo,
  onShard,
  placeInRoom,
  type RoomId,
  shardOf,
  type ShowId,
  stageKey,
} from '@earworm/contracts';
import { GameCode, type GameId, RIGHTS, roomActor } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ask, create, look, send, user } from '../testing/game-service.js';
import { oneGameService } from '../testing/one-game-service.js';

describeWith('postgres', 'the code of a room', () => {
  const { bus, database } = oneGameService();
  const sql = (text: string, values: unknown[]) =>
    withClient(database.url, (client) => client.query<{ n: number }>(text, values));

  const place = (gameId: GameId, room: { roomId: RoomId; showId: ShowId }, name: string) =>
    ask(bus, onShard(placeInRoom, shardOf(gameId)), { gameId, ...room, name });

  /** A room with its first game. */
  async function newRoom() {
    const room = { roomId: randomUUID() as RoomId, showId: randomUUID() as ShowId };
    const by = roomActor(room.roomId);
    const first = await create(bus, room.roomId, by);
    const { gameCode: code } = await place(first.gameId, room, 'Main hall');
    return { ...room, by, first, code: GameCode.parse(code) };
  }
  type Room = Awaited<ReturnType<typeof newRoom>>;

  /** Ends the game and plays again. Two who ask at the same time get the same game. */
  async function playAgain({ by }: Pick<Room, 'by'>, from: GameId, requestId = randomUUID()): Promise<GameId> {
    const { gameId } = await create(bus, requestId, by);
    if ((await look(bus, from)).view.status !== 'completed') await send(bus, from, by, { type: 'completeGame' });
    await send(bus, from, by, { type: 'playAgain', requestId });
    return gameId;
  }
  /** As the next round of a room begins. */
  async function follow({ by, roomId, showId }: Omit<Room, 'first' | 'code'>, from: GameId, requestId = randomUUID()) {
    const { gameId } = await create(bus, requestId, by);
    await place(gameId, { roomId, showId }, 'Main hall');
    const { next } = await ask(bus, onShard(followInRoom, shardOf(from)), { gameId: from, roomId, requestId });
    return { gameId, next };
  }
  /** Somebody who may do everything. */
  async function joinCrew({ by }: Pick<Room, 'by'>, gameId: GameId, name = 'cem') {
    const change = { type: 'addCrew' as const, userId: user(name), name, rights: [...RIGHTS], by };
    await ask(bus, onShard(changeCrew, shardOf(gameId)), { gameId, commandId: `add-${name}-1`, change });
    return { by: user(name) };
  }
  const leadsTo = async (gameCode: GameCode) => (await bus.call(findByCode, { gameCode })).gameId;
  /** As the gateway does it: an ended game leads to its successor. */
  async function arrivesAt(code: GameCode): Promise<GameId> {
    for (let gameId = await leadsTo(code); ;) {
      const { next } = await ask(bus, onShard(joinInfo, shardOf(gameId)), { gameId });
      if (next === undefined) return gameId;
      gameId = next;
    }
  }
  const lead = (code: string, to: GameId) => sql('update game.code set game_id = $2 where code = $1', [code, to]);

  it('leads to the game of the room, whose own code still works, and is the one that all views show', async () => {
    const { first, code } = await newRoom();
    expect(code).not.toBe(first.gameCode);
    expect([await leadsTo(code), await leadsTo(GameCode.parse(first.gameCode))]).toEqual([first.gameId, first.gameId]);
    for (const kind of ['player', 'stage', 'full'] as const)
      expect((await look(bus, first.gameId, kind)).view.gameCode).toBe(code);
    const info = await ask(bus, onShard(joinInfo, shardOf(first.gameId)), { gameId: first.gameId });
    expect(info.gameCode).toBe(code);
  });

  it('remains when the room is placed again, under another name and by two at once', async () => {
    const { first, code, ...room } = await newRoom();
    const { roomId, showId } = room;
    const again = await Promise.all(Array.from({ length: 4 }, () => place(first.gameId, { roomId, showId }, 'Garden')));
    expect(again.map(({ gameCode }) => gameCode)).toEqual(Array(4).fill(code));
  });

  it('moves to the next game, which shows it too', async () => {
    const { first, code, ...room } = await newRoom();
    const next = await playAgain(room, first.gameId);
    expect(await leadsTo(code)).toBe(next);
    expect((await look(bus, next)).view).toMatchObject({ gameCode: code, room: { name: 'Main hall' } });
  });

  it('moves by a repeated command after a crash, and leads to the next game even before', async () => {
    const { first, code, ...room } = await newRoom();
    const requestId = randomUUID();
    const next = await playAgain(room, first.gameId, requestId);
    // The replica died after the commit.
    await lead(code, first.gameId);
    expect([await leadsTo(code), await arrivesAt(code)]).toEqual([first.gameId, next]);
    expect(await playAgain(room, first.gameId, requestId)).toBe(next);
    expect(await leadsTo(code)).toBe(next);
  });

  it('leads to the one game that follows when two play again at once', async () => {
    const { first, code, ...room } = await newRoom();
    const crew = [await joinCrew(room, first.gameId), await joinCrew(room, first.gameId, 'dora')];
    await send(bus, first.gameId, room.by, { type: 'completeGame' });
    const both = await Promise.all(crew.map((each) => playAgain(each, first.gameId)));
    const { next } = (await look(bus, first.gameId)).view;
    expect(both).toContain(next);
    expect(await leadsTo(code)).toBe(next);
  });

  it('moves with people, crew and stage when the room goes on to its next round, which ends a game in play', async () => {
    const { first, code, ...room } = await newRoom();
    await joinCrew(room, first.gameId);
    await send(bus, first.gameId, 'cem', { type: 'startGame' });
    const { stageKey: key } = await ask(bus, onShard(stageKey, shardOf(first.gameId)), {
      ...{ actor: { userId: user('cem'), isAdmin: false }, gameId: first.gameId },
    });
    const requestId = randomUUID();
    const { gameId, next } = await follow(room, first.gameId, requestId);
    expect([next, await leadsTo(code)]).toEqual([gameId, gameId]);
    expect((await look(bus, first.gameId, 'player')).view).toMatchObject({ status: 'completed', next: gameId });
    const { view } = await look(bus, gameId);
    expect([view.moderatorId, view.crew?.map(({ id }) => id), view.gameCode]).toEqual([
      ...[room.by, [room.by, 'cem'], code],
    ]);
    expect(await bus.call(checkStageKey, { gameId, stageKey: key })).toEqual({ fits: true });

    // Repeated, it changes nothing.
    const before = (await look(bus, first.gameId)).version;
    expect((await follow(room, first.gameId, requestId)).next).toBe(gameId);
    expect((await look(bus, first.gameId)).version).toBe(before);
  });

  it('moves once when two operators begin the same round at once', async () => {
    const { first, code, ...room } = await newRoom();
    const requestId = randomUUID();
    const [one, other] = await Promise.all([1, 2].map(() => follow(room, first.gameId, requestId)));
    expect([one, other]).toEqual([one, one]);
    expect(await leadsTo(code)).toBe(one?.gameId);
  });

  it('leads to the same game when another room asks for its next round', async () => {
    const [one, other] = [await newRoom(), await newRoom()];
    await expect(follow(other, one.first.gameId)).rejects.toMatchObject({ code: 'not-allowed' });
    expect(await leadsTo(one.code)).toBe(one.first.gameId);
    expect((await look(bus, one.first.gameId)).view.status).toBe('setup');
  });

  it('leads to the one game that follows when a round begins and the crew plays again at once', async () => {
    const { first, code, ...room } = await newRoom();
    const cem = await joinCrew(room, first.gameId);
    await send(bus, first.gameId, 'cem', { type: 'completeGame' });
    const [{ next }] = await Promise.all([follow(room, first.gameId), playAgain(cem, first.gameId)]);
    expect((await look(bus, first.gameId)).view.next).toBe(next);
    expect(await arrivesAt(code)).toBe(next);
  });

  it('leads to no game that was never created', async () => {
    const { code } = await newRoom();
    const ghost = `ghost-${randomUUID()}` as GameId;
    await sql('insert into game.game (game_id) values ($1)', [ghost]);
    await lead(code, ghost);
    await expect(leadsTo(code)).rejects.toMatchObject({ code: 'game-not-found' });
  });

  it('leads to exactly the game that is played in the room, after any sequence of games, rounds, lost moves and new names', async () => {
    const steps = fc.array(fc.constantFrom('again', 'next round', 'not moved', 'moved late', 'renamed'), {
      ...{ minLength: 1, maxLength: 7 },
    });
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        const { first, code, ...room } = await newRoom();
        const played = [first.gameId];
        for (const [n, step] of list.entries()) {
          const now = played.at(-1)!;
          if (step === 'renamed') await place(now, { roomId: room.roomId, showId: room.showId }, `Name ${n}`);
          else if (step === 'moved late') await lead(code, played[Math.floor(played.length / 2)]!);
          else {
            const pointer = await leadsTo(code);
            played.push(await (step === 'again' ? playAgain(room, now) : follow(room, now).then(({ next }) => next)));
            if (step !== 'not moved') expect(await leadsTo(code)).toBe(played.at(-1));
            else await lead(code, pointer);
          }
          expect(await arrivesAt(code)).toBe(played.at(-1));
          expect((await look(bus, played.at(-1)!)).view.gameCode).toBe(code);
        }
      }),
      { numRuns: 12 },
    );
  });
});
