import { randomUUID } from 'node:crypto';
import { createGameClient, type GameClient } from '@earworm/client';
import {
  onShard,
  playersOfGame,
  type Room,
  type RouteInput,
  type RouteName,
  type RouteReply,
  shardOf,
  type ShowId,
} from '@earworm/contracts';
import type { Command, GameId, Role, UserId } from '@earworm/rules';
import { describeWith, eventually } from '@earworm/service-kit/testing';
import { seededRandom } from '@earworm/service-kit/testing/seeded-random';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { anyAddress, reply } from './testing/http.js';
import { reachedBy, WITHIN_MS } from './testing/reached-by.js';
import { type RunningProduct, runProduct } from './testing/running-product.js';
import { SHOW_FACTS, userIdIn } from './testing/scene.js';

const [SOURCES, PER_ROOM, CHOSEN, TARGETS] = [10, 23, 200, 10];

/** Every phone has its own address, so that no limit of an address is reached. */
class Socket extends WebSocket {
  constructor(url: string) {
    super(url, { headers: anyAddress() } as never);
  }
}

interface Person {
  readonly name: string;
  readonly token: string;
  readonly id: UserId;
  readonly home: GameId;
}

describeWith('postgres', 'an advance in the whole product', () => {
  let product: RunningProduct;
  const clients = new Set<GameClient>();
  beforeAll(async () => {
    product = await runProduct();
  });
  afterEach(() => {
    for (const client of clients) client.close();
    clients.clear();
  });
  afterAll(() => product?.close());

  const call = <N extends RouteName>(name: N, input: RouteInput<N>, token?: string): Promise<RouteReply<N>> =>
    reply(product.url, name, input, token);
  const connect = (gameId: string, token: string, as: Role = 'player'): GameClient => {
    const client = createGameClient({
      ...{ url: product.socketUrl, gameId, as, token: async () => token, WebSocket: Socket as never },
      ...(as === 'moderator' && { desk: 'desk-1' as never }),
    });
    clients.add(client);
    return client;
  };
  const close = (client: GameClient) => {
    client.close();
    clients.delete(client);
  };
  const does = async (client: GameClient, command: Command) => {
    const answer = await client.send(command);
    if (!answer.ok) throw new Error(`${command.type} was refused with ${answer.code}`);
  };
  const newGuest = async () => (await call('guest', { body: {} })).access_token;

  async function eventWith(rooms: number) {
    const email = `${randomUUID()}@advance.example`;
    const { access_token: operator } = await call('signUp', {
      body: { displayName: 'Olga', email, password: 'a-long-password' },
    });
    const showId = randomUUID() as ShowId;
    await call('createShow', { body: { showId, facts: SHOW_FACTS } }, operator);
    const rows = Array.from({ length: rooms }, (_, n) => ({ ownId: `${n}`, number: n + 1, name: `Room ${n + 1}` }));
    await call('saveRooms', { params: { showId }, body: { rows } }, operator);
    await call('prepareRooms', { params: { showId } }, operator);
    const ready = await eventually(async () => {
      const page = await call('listRooms', { params: { showId }, query: {} }, operator);
      expect(page.rooms.filter(({ state }) => state === 'ready')).toHaveLength(rooms);
      return page.rooms;
    }, WITHIN_MS);
    return { operator, showId, rooms: ready };
  }

  /** Everybody has a seat, and the game was played to its end; in every room the first have the most points. */
  async function playRound(operator: string, showId: ShowId, room: Room, perRoom: number): Promise<Person[]> {
    const home = room.gameId!;
    const params = { showId, roomId: room.roomId };
    const act = { type: 'help' as const, reason: 'Starts the round' };
    await call('actInRoom', { params, body: { after: home, commandId: randomUUID(), act } }, operator);
    const people = await Promise.all(
      Array.from({ length: perRoom }, async (_, n): Promise<Person> => {
        const token = await newGuest();
        const name = `P${room.number} ${n}`;
        const phone = connect(home, token);
        await does(phone, { type: 'joinGame', name });
        close(phone);
        return { name, token, id: userIdIn(token) as UserId, home };
      }),
    );
    const desk = connect(home, operator, 'moderator');
    await does(desk, { type: 'startGame' });
    for (const [n, { id }] of people.slice(0, 2).entries())
      await does(desk, { type: 'changeScore', playerId: id, gain: 300 - n * 100 - room.number, reason: 'Sang along' });
    await does(desk, { type: 'completeGame' });
    close(desk);
    return people;
  }

  /** As the page of a player: the new seat is taken before the former one is left. */
  async function follow(person: Person, phone: GameClient, isCut = false): Promise<void> {
    await reachedBy(phone, ({ seat }) => seat?.sentTo !== undefined);
    const next = connect(phone.state.seat!.sentTo!.gameId, person.token);
    await reachedBy(next, ({ seat }) => seat !== null);
    const answer = next.send({ type: 'rejoinGame' });
    // Whether the server got it is not known then.
    if (!isCut) {
      expect(await answer).toMatchObject({ ok: true });
      expect(next.state.seat).toMatchObject({ isActive: true, name: person.name });
    }
    close(next);
    close(phone);
  }

  const activeIn = async (showId: ShowId, gameId: GameId, playerIds: UserId[]) => {
    const asked = { gameId, showId, playerIds, teams: [] };
    const { players } = await product.bus.call(onShard(playersOfGame, shardOf(gameId)), asked);
    return players.filter(({ isActive }) => isActive).map(({ playerId }) => playerId);
  };

  const readStates = async (showId: ShowId, jobId: string, operator: string) =>
    (await call('readAdvance', { params: { showId, jobId } }, operator)).people;

  it(
    'takes people to their seats in the next round without a code, whatever their phones go through',
    async () => {
      const { operator, showId, rooms } = await eventWith(SOURCES + TARGETS);
      const [sources, targets] = [rooms.slice(0, SOURCES), rooms.slice(SOURCES)];
      const people: Person[] = [];
      for (const room of sources) people.push(...(await playRound(operator, showId, room, PER_ROOM)));
      const total = SOURCES * PER_ROOM;
      await eventually(async () => {
        const found = await call('listStandings', { params: { showId }, query: {} }, operator);
        expect(found.total).toBe(total);
      }, WITHIN_MS);

      const random = seededRandom(20_261_132);
      // Connected meanwhile, away meanwhile, cut off while the seat is taken, or gone home.
      const kinds = new Map(people.map(({ id }) => [id, random()] as const));
      const isGone = ({ id }: Person) => kinds.get(id)! < 0.05;
      const isCut = ({ id }: Person) => kinds.get(id)! > 0.8;
      const isAway = ({ id }: Person) => kinds.get(id)! > 0.6 && !isCut({ id } as Person);
      const phones = new Map(
        people
          .filter((person) => !isGone(person) && !isAway(person))
          .map((one) => [one.id, connect(one.home, one.token)]),
      );

      const wish = { count: CHOSEN, roomIds: targets.map(({ roomId }) => roomId) };
      const plan = await call('planAdvance', { params: { showId }, body: wish }, operator);
      expect(plan.people).toHaveLength(CHOSEN);
      // The two best of each room are the best of all.
      expect(plan.people.slice(0, SOURCES * 2).every(({ name }) => / [01]$/.test(name))).toBe(true);
      const jobId = randomUUID();
      const body = { ...wish, jobId, digest: plan.digest };
      await Promise.all([1, 2].map(() => call('advance', { params: { showId }, body }, operator)));
      await eventually(async () => {
        const states = new Set((await readStates(showId, jobId, operator)).map(({ state }) => state));
        for (const state of ['waiting', 'reserved', 'failed']) expect(states).not.toContain(state);
      }, WITHIN_MS);

      const chosen = new Set(plan.people.map(({ playerId }) => playerId));
      const byId = new Map(people.map((person) => [person.id, person]));
      const goes = async (id: UserId) => {
        const person = byId.get(id)!;
        if (isGone(person)) return;
        await follow(person, phones.get(id) ?? connect(person.home, person.token), isCut(person));
        // The page is opened again, and either game leads to the seat.
        if (!isCut(person)) return;
        const again = connect(person.home, person.token);
        await reachedBy(again, ({ seat }) => seat !== null);
        await follow(person, again);
      };
      await Promise.all([...chosen].map(goes));

      // Players who have gone home are replaced, until all seats are taken or none is left.
      const missing = [...chosen].filter((id) => isGone(byId.get(id)!));
      expect(missing.length).toBeGreaterThan(3);
      const arrivedOf = async () =>
        (await readStates(showId, jobId, operator))
          .filter(({ state }) => state === 'arrived')
          .map((one) => one.playerId);
      await eventually(async () => expect(await arrivedOf()).toHaveLength(CHOSEN - missing.length), WITHIN_MS);
      for (const playerId of missing)
        await call('releaseAdvanced', { params: { showId, jobId }, body: { playerId, replace: true } }, operator);
      const replacing = await eventually(async () => {
        const now = await readStates(showId, jobId, operator);
        const added = now.filter(({ playerId, state }) => !chosen.has(playerId) && state === 'sent');
        expect(added).toHaveLength(missing.length);
        return added.map(({ playerId }) => playerId);
      }, WITHIN_MS);
      await Promise.all(replacing.map(goes));
      const present = [...chosen, ...replacing].filter((id) => !isGone(byId.get(id)!));
      await eventually(async () => expect((await arrivedOf()).toSorted()).toEqual(present.toSorted()), WITHIN_MS);

      const ids = people.map(({ id }) => id);
      const homes = await Promise.all(sources.map(({ gameId }) => activeIn(showId, gameId!, ids)));
      const finals = await Promise.all(targets.map(({ gameId }) => activeIn(showId, gameId!, ids)));
      expect(finals.flat().toSorted()).toEqual(present.toSorted());
      // No player is in both, and those who stayed are where they were.
      expect([...homes.flat(), ...finals.flat()].toSorted()).toEqual(ids.toSorted());
      for (const room of finals) expect(room.length).toBeGreaterThan(CHOSEN / TARGETS / 2);
    },
    4 * WITHIN_MS,
  );
});
