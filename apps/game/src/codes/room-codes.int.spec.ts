import { randomUUID } from 'node:crypto';
import { findByCode, joinInfo, onShard, placeInRoom, type RoomId, shardOf, type ShowId } from '@earworm/contracts';
import { GameCode, type GameId, roomActor } from '@earworm/rules';
import { withClient } from '@earworm/service-kit/postgres';
import { describeWith } from '@earworm/service-kit/testing';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ask, create, look, send } from '../testing/game-service.js';
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
    const again = await Promise.all(['Garden', 'Garden'].map((name) => place(first.gameId, { roomId, showId }, name)));
    expect(again.map(({ gameCode }) => gameCode)).toEqual([code, code]);
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
    await send(bus, first.gameId, room.by, { type: 'completeGame' });
    const both = await Promise.all([playAgain(room, first.gameId), playAgain(room, first.gameId)]);
    const { next } = (await look(bus, first.gameId)).view;
    expect(both).toContain(next);
    expect(await leadsTo(code)).toBe(next);
  });

  it('leads to no game that was never created', async () => {
    const { code } = await newRoom();
    const ghost = `ghost-${randomUUID()}` as GameId;
    await sql('insert into game.game (game_id) values ($1)', [ghost]);
    await lead(code, ghost);
    await expect(leadsTo(code)).rejects.toMatchObject({ code: 'game-not-found' });
  });

  it('leads to exactly the game that is played in the room, after any sequence of games, lost moves and new names', async () => {
    const steps = fc.array(fc.constantFrom('again', 'again, not moved', 'moved late', 'renamed'), {
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
            played.push(await playAgain(room, now));
            if (step === 'again') expect(await leadsTo(code)).toBe(played.at(-1));
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
