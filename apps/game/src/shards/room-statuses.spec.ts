import { presenceSubject, ROOM_STATUSES, RoomStatusesMessage } from '@earworm/contracts';
import { type AnyCommand, GameId, QuestionId, type RoomStatus, roomActor } from '@earworm/rules';
import { createInProcessBus, parseJson, publishJson } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { watchPresence } from '../actor/game-presence.js';
import { createGameOf, ownerInMemory } from '../testing/game-in-memory.js';
import { sweep } from './sweep.js';

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const gameOf = (n: number) => GameId.parse(`game-${n}`);

describe('statuses of rooms that an owner publishes', () => {
  let games: ReturnType<typeof ownerInMemory>;
  let messages: RoomStatus[][];
  let bus: ReturnType<typeof createInProcessBus>;

  beforeEach(() => {
    bus = createInProcessBus({ log: createLog('game', { level: 'silent' }) });
    games = ownerInMemory({ limit: 1e9 });
    messages = [];
    bus.subscribe(ROOM_STATUSES, ({ data }) => void messages.push(parseJson(RoomStatusesMessage, data).statuses));
    watchPresence(bus, games.clock, (id) => games.owner.inMemory(id));
  });

  const asServer = (gameId: GameId, command: AnyCommand) =>
    games.owner.answer(gameId, (actor) =>
      actor.submit({
        ...{
          issuer: { userId: roomActor(idOf(1)), isAdmin: false, isServer: true },
          commandId: 'of-the-server',
          command,
        },
        ...{ receivedAt: games.clock.now(), deadline: games.clock.ticks() + 4_000 },
      }),
    );
  /** A game in room `n`, which the user `mo` runs. */
  async function place(n: number) {
    await games.give(gameOf(n), 'mo', createGameOf(400));
    await asServer(gameOf(n), { type: 'placeInRoom', showId: idOf(9), roomId: idOf(n), name: `Room ${n}` });
  }
  /** A second later: what was published. */
  async function swept(seconds = 1): Promise<RoomStatus[]> {
    messages.length = 0;
    games.pass(seconds);
    await sweep(games.owner, bus, games.clock, { idleMs: 300_000, unopenedMs: 15_000 });
    await bus.flush();
    await new Promise(setImmediate);
    return messages.flat();
  }
  async function see(n: number, users: string[], gateway = 'gateway-1', also: object = {}) {
    publishJson(bus, presenceSubject(gameOf(n)), { gateway, stages: 0, users, ...also });
    await bus.flush();
    await new Promise(setImmediate);
  }
  const published = async (seconds?: number) => (await swept(seconds)).map(({ gameId }) => gameId);

  it('leave out games without a room', async () => {
    await games.give(gameOf(1), 'mo', createGameOf(400));
    await see(1, ['mo']);
    expect(await published(7)).toEqual([]);
  });

  it('name the network of the event that the room was in when it lost its people', async () => {
    await place(1);
    await see(1, ['mo', 'ann'], 'gateway-1', { networks: [['8.8.8.0/24', 2]] });
    expect(await swept()).toMatchObject([{ network: '8.8.8.0/24', crew: 1 }]);
    await see(1, []);
    expect(await swept()).toMatchObject([{ network: '8.8.8.0/24', crew: 0 }]);
  });

  it('come between two sweeps when something has changed in a room', async () => {
    await place(1);
    await place(2);
    for (const n of [1, 2]) await see(n, ['mo']);
    await swept();
    messages.length = 0;
    await games.give(gameOf(2), 'ann', { type: 'joinGame', name: 'Ann' });
    games.owner.roomStatuses.publishChanges(bus);
    games.owner.roomStatuses.publishChanges(bus);
    await bus.flush();
    await new Promise(setImmediate);
    expect(messages.flat()).toMatchObject([{ gameId: gameOf(2), seated: 1 }]);
  });

  it('come within a second of a change, and again every five seconds without one', async () => {
    await place(1);
    await see(1, ['mo']);
    expect(await swept()).toMatchObject([{ roomId: idOf(1), showId: idOf(9), state: 'setup', crew: 1 }]);
    for (let second = 0; second < 4; second++) expect(await published()).toEqual([]);
    expect(await published()).toEqual(['game-1']);
    await games.give(gameOf(1), 'ann', { type: 'joinGame', name: 'Ann' });
    await games.give(gameOf(1), 'bob', { type: 'joinGame', name: 'Bob' });
    expect(await swept()).toMatchObject([{ seated: 2, connected: 0 }]);
    await see(1, ['ann'], 'gateway-2');
    expect(await swept()).toMatchObject([{ connected: 1, crew: 1 }]);
  });

  it('come in one message from one owner', async () => {
    for (const n of [1, 2, 3]) await place(n);
    await swept(7);
    expect(messages.map((statuses) => statuses.length)).toEqual([3]);
  });

  it('wait for the first report of who is connected, so that a game that was just loaded does not look deserted', async () => {
    await place(1);
    expect(await published()).toEqual([]);
    expect(await published(5)).toEqual(['game-1']);
  });

  it('show since when the crew is away, the waiting buzz and the slowest of the last buzzes', async () => {
    await place(1);
    for (const who of ['ann', 'bob']) await games.give(gameOf(1), who, { type: 'joinGame', name: who });
    await games.give(gameOf(1), 'mo', { type: 'startGame' });
    const [first] = (await games.owner.read(gameOf(1), (game) => game.categories)) ?? [];
    const questionId = QuestionId.parse(first?.questions[0]?.id);
    await games.give(gameOf(1), 'mo', { type: 'selectQuestion', categoryId: first!.id, questionId });
    await games.owner.answer(gameOf(1), (actor) =>
      actor.submit({
        ...{ issuer: { userId: 'ann' as never, isAdmin: false }, commandId: 'buzz-of-ann' },
        ...{ command: { type: 'buzz', questionId }, deadline: games.clock.ticks() + 4_000 },
        receivedAt: games.clock.now() - 70,
      }),
    );
    await see(1, ['mo', 'ann', 'bob']);
    const buzzSince = games.clock.now();
    expect(await swept()).toMatchObject([{ buzzer: 'ann', slowestBuzzMs: 70, crew: 1 }]);
    const leftAt = games.clock.now();
    await see(1, ['ann', 'bob']);
    const [status] = await swept();
    expect(status).toMatchObject({ crewAwaySince: leftAt, connected: 2, crew: 0 });
    expect(status?.buzzSince).toBeLessThanOrEqual(buzzSince);
  });

  it('count the users of a gateway that has gone silent as disconnected', async () => {
    await place(1);
    await games.give(gameOf(1), 'ann', { type: 'joinGame', name: 'Ann' });
    await games.give(gameOf(1), 'mo', { type: 'startGame' });
    await see(1, ['mo', 'ann']);
    expect(await swept()).toMatchObject([{ connected: 1, crew: 1 }]);
    expect((await swept(13)).at(-1)).toMatchObject({ connected: 0, crew: 0, crewAwaySince: expect.any(Number) });
  });

  it('keep a game with connected people in memory, and one without rests with its last status', async () => {
    await place(1);
    await place(2);
    await see(1, ['mo']);
    for (let second = 0; second < 320; second += 5) {
      await see(1, ['mo']);
      await swept(5);
    }
    expect(games.owner.inMemory('game-1')).toBeDefined();
    expect(games.owner.inMemory('game-2')).toBeUndefined();
    games.owner.roomStatuses.repeat();
    const [one, two] = (await swept()).toSorted((a, b) => (a.gameId < b.gameId ? -1 : 1));
    expect([one?.resting, two?.resting]).toEqual([undefined, true]);
    expect(two).toMatchObject({ state: 'setup', crew: 0, connected: 0 });
    const again = [];
    for (let second = 0; second < 120; second++) again.push(...(await published()).filter((id) => id === 'game-2'));
    expect(again).toHaveLength(2);
  });

  it('end with an owner that lost the shard, nor of a game that another one follows', async () => {
    await place(1);
    await place(2);
    expect(await published(7)).toHaveLength(2);
    await games.give(gameOf(2), 'mo', { type: 'completeGame' });
    expect(await swept()).toMatchObject([{ gameId: 'game-2', state: 'completed' }]);
    await games.owner.answer(gameOf(2), (actor) =>
      actor.submit({
        ...{ issuer: { userId: 'mo' as never, isAdmin: false }, commandId: 'play-again' },
        ...{ command: { type: 'playAgain', requestId: 'request-1' }, receivedAt: games.clock.now() },
        deadline: games.clock.ticks() + 4_000,
      }),
    );
    expect(await published(6)).toEqual(['game-1']);
    games.owner.lost([...games.owner.shards.keys()]);
    games.owner.roomStatuses.repeat();
    expect(await published(6)).toEqual([]);
  });

  it('come in messages of at most 200', async () => {
    for (let n = 0; n < 201; n++) await place(n);
    expect(await swept(7)).toHaveLength(201);
    expect(messages.map((statuses) => statuses.length)).toEqual([200, 1]);
  });

  it('end with the game when it is erased, also one that has left memory', async () => {
    await place(1);
    await place(2);
    await see(1, ['mo']);
    for (let second = 0; second < 320; second += 5) {
      await see(1, ['mo']);
      await swept(5);
    }
    for (const n of [1, 2]) await games.owner.erase(gameOf(n), () => Promise.resolve());
    games.owner.roomStatuses.repeat();
    expect(await published(120)).toEqual([]);
  });
});
