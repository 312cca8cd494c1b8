import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { newId } from '@earworm/client';
import { checkLimit, RefusedError } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { Services } from '../harness/services.js';
import { TcpLine } from '../harness/tcp-line.js';
import { LoadGame } from '../load/load-game.js';
import { inParallel } from '../load/sockets.js';
import { Tally } from '../load/tally.js';
import { describeWithNatsAndRedis } from './support/describe-with-nats.js';
import { leanClients } from '../load/lean-clients.js';
import type { Guest } from '../load/guests.js';
import { cookieOf, joinAll, phoneAt, signInFrom } from '../load/phones.js';

const SIGN_INS = 300;
const PHONES = 150;
/** The product's defaults, which other specs raise, except for fewer sign-ins of one address. */
const LIMITS = {
  LIMIT_CREATE: '10/600',
  LIMIT_JOIN: '30/60',
  LIMIT_SELECT: '60/60',
  LIMIT_JUDGE: '60/60',
  LIMIT_ANSWER: '20/10',
  LIMIT_GUESTS: '10/600',
  LIMIT_SEATS: '10/86400',
  CEILING_SIGN_INS: `${SIGN_INS}/600`,
  CEILING_JOINS: '3000/60',
  CEILING_SOCKETS: '12000/60',
  CEILING_SEATS: '2500/86400',
  // A window that no slow machine outlasts.
  CEILING_SEATS_BURST: `${PHONES}/600`,
  CEILING_SEATS_RATE: '20/1',
  TRUSTED_PROXIES: 'loopback',
};
/** Exact counts: on a busy machine a gateway must neither admit a request without a count nor a process count alone. */
const PATIENT = {
  gateway: { limitWithinMs: 10_000 },
  identity: { throttleWithinMs: 10_000 },
  'rate-limit': { redisWithinMs: 4_000 },
};
const JOINS = 30;
const CREATED = 10;
/** Hashing and signing are slow; it is the joins that come all at once. */
const SIGN_INS_AT_ONCE = 24;

describeWithNatsAndRedis('rate limits counted by two processes on one Redis', (nats, redis) => {
  let line: TcpLine;
  let services: Services;
  let bus: Bus;
  let users = 0;
  /** Each test has its own addresses. */
  let venue: string;
  let elsewhere: string;
  const network = Math.floor(Math.random() * 256);
  let addresses = 0;
  const newAddress = () => {
    addresses++;
    return `198.18.${(network + (addresses >> 8)) % 256}.${addresses % 256}`;
  };

  beforeAll(async () => {
    line = await TcpLine.to(Number(new URL(redis).port));
    services = await Services.start({
      nats,
      only: ['identity', 'rate-limit', 'game', 'gateway'],
      gateways: 2,
      limiters: 2,
      identities: 2,
      env: { ...LIMITS, REDIS_URL: `redis://127.0.0.1:${line.port}` },
      overrides: PATIENT,
    });
    bus = await services.connectBus();
  });
  beforeEach(async () => {
    [venue, elsewhere] = [newAddress(), newAddress()];
    await countTogether();
  });
  afterEach(() => {
    line.mend();
    line.flow();
  });
  afterAll(async () => {
    await services?.close();
    line?.close();
  });

  /** How many of a hundred joins that one new user tries at once on a phone are allowed. Rejects when one gets no answer. */
  async function hundredJoins(): Promise<number> {
    const userId = `${newId()}-${++users}`;
    const who = { userId, gameId: 'game', device: `phone of ${userId}`, address: newAddress(), spend: true };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => bus.call(checkLimit, { action: 'join_game', ...who }, { timeoutMs: 10_000 })),
    );
    return answers.filter(({ allowed }) => allowed).length;
  }

  /** A game from its beginning to a buzz, with its players joining all at once. */
  async function play(phones: number): Promise<void> {
    const at = (i: number) => phoneAt(services.urls[i % 2]!, venue);
    const game = new LoadGame(new Tally(), leanClients(), () => undefined);
    try {
      await game.create(await at(0), 5);
      const numbers = Array.from({ length: phones }, (_, i) => i);
      const guests = await inParallel(numbers, SIGN_INS_AT_ONCE, at);
      await Promise.all(guests.map((guest, i) => game.join(guest, `Player ${i + 1}`)));
      await game.start();
      game.buzz(performance.now());
      await game.finish();
      expect(game.connections.online).toBe(phones + 1);
    } finally {
      game.close();
    }
  }

  it('count requests to either process together', async () => {
    expect([await hundredJoins(), await hundredJoins()]).toEqual([JOINS, JOINS]);
  });

  it(`admit ${PHONES} phones behind one address to one game at the same moment`, () => play(PHONES));

  /** A game without players. */
  async function newGame(): Promise<string> {
    const moderator = await phoneAt(services.urls[0]!, elsewhere);
    const body = { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty' as const, categories: [] };
    return (await moderator.http.call('createGame', { body })).gameId;
  }
  /** Guests that show nothing of the device they signed in with, at this address. */
  async function withoutCookies(count: number, address: string): Promise<Guest[]> {
    const phones: Guest[] = [];
    const signedInAt = newAddress();
    for (let i = 0; i < count; i++) {
      const phone = await phoneAt(services.urls[i % 2]!, signedInAt);
      phones.push({ ...phone, headers: { 'x-forwarded-for': address } });
    }
    return phones;
  }
  const codeOf = (error: unknown) => (error instanceof RefusedError ? error.code : 'unexpected');

  it('stay used up for a device that signs in as another guest, at either gateway', async () => {
    const phone = await phoneAt(services.urls[0]!, newAddress());
    let current = phone;
    const outcomes: string[] = [];
    for (let i = 0; i < CREATED + 2; i++) {
      const body = { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty' as const, categories: [] };
      // Six games each by two people of this device.
      if (i % 6 === 0) current = await phoneAt(services.urls[(i / 6) % 2]!, venue, cookieOf(phone));
      outcomes.push(await current.http.call('createGame', { body }).then(() => 'created', codeOf));
    }
    expect(outcomes).toEqual([...Array<string>(CREATED).fill('created'), 'limit-create', 'limit-create']);
  });

  it('give one device ten seats of a game, however many guests it signs in as', async () => {
    const gameId = await newGame();
    const first = await phoneAt(services.urls[0]!, elsewhere);
    const guests = [first];
    for (let i = 0; i < 9; i++) guests.push(await phoneAt(services.urls[i % 2]!, elsewhere, cookieOf(first)));
    // It may sign in ten guests in ten minutes; those of before have a seat each.
    expect((await joinAll(gameId, guests)).seated).toBe(10);
    expect(await signInFrom(services.urls[1]!, elsewhere, cookieOf(first))).toMatchObject({ phone: {} });
    expect(await signInFrom(services.urls[0]!, elsewhere, cookieOf(first))).toEqual({ refused: 429 });
    const another = await phoneAt(services.urls[0]!, elsewhere);
    const inDisguise = { ...another, headers: { ...another.headers, cookie: cookieOf(first) } };
    expect([...(await joinAll(gameId, [inDisguise])).refusals.keys()]).toEqual(['limit-seats']);
    expect((await joinAll(gameId, [another])).seated).toBe(1);
  });

  it('seat 120 guests without cookies at one address', async () => {
    const gameId = await newGame();
    expect((await joinAll(gameId, await withoutCookies(120, newAddress()))).seated).toBe(120);
  });

  it(`show phones above ${PHONES} at one address their place, and the moderator how many wait, across gateways`, async () => {
    const moderator = await phoneAt(services.urls[0]!, elsewhere);
    const body = { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty' as const, categories: [] };
    const { gameId } = await moderator.http.call('createGame', { body });
    const address = newAddress();
    const numbers = Array.from({ length: PHONES + 6 }, (_, i) => i);
    const guests = await inParallel(numbers, SIGN_INS_AT_ONCE, (i) => phoneAt(services.urls[i % 2]!, address));
    const enter = leanClients();
    const players = guests.map((guest) => enter({ gameId, as: 'player', guest }));
    const desk = enter({ gameId, as: 'moderator', guest: moderator });
    const places = () => players.flatMap(({ state }) => state.pending[0]?.delay?.place ?? []).sort((a, b) => a - b);
    try {
      let seated = 0;
      for (const [n, player] of players.entries())
        void player.send({ type: 'joinGame', name: `Player ${n}` }).then(({ ok }) => (seated += ok ? 1 : 0));
      await eventually(() => expect(seated + places().length).toBe(players.length));
      expect(places()).toEqual([1, 2, 3, 4, 5, 6]);
      await eventually(() => expect(desk.state.presence?.delayed).toBe(6));
    } finally {
      for (const client of [desk, ...players]) client.close();
    }
  });

  it('stop a flood of sign-ins from one address at both gateways together, and no other address', async () => {
    const address = newAddress();
    const passed = [0, 0];
    const statusOf = async (gateway: number) => {
      const { status } = await fetch(`${services.urls[gateway]}/api/identity/sign-in`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.0.${passed[gateway]! % 250}, ${address}`,
        },
        body: JSON.stringify({ email: 'unknown', password: 'x' }),
      });
      if (status === 400) passed[gateway]!++;
      return status;
    };
    // Each gateway alone stays far below the ceiling.
    for (let i = 0; i < SIGN_INS; i += 20) await Promise.all(Array.from({ length: 20 }, (_, j) => statusOf(j % 2)));
    for (const gateway of [0, 1]) await eventually(async () => expect(await statusOf(gateway)).toBe(429));
    expect(passed[0]! + passed[1]!).toBeGreaterThanOrEqual(SIGN_INS);
    for (const count of passed) expect(count).toBeLessThan(SIGN_INS);
    for (const url of services.urls) expect(await signInFrom(url, address)).toEqual({ refused: 429 });
    expect(await signInFrom(services.urls[0]!, venue)).toMatchObject({ phone: {} });

    // Such an address gets no devices either: all who come from there without a cookie have the seats of ten.
    const seatable = await phoneAt(services.urls[0]!, elsewhere);
    const guests = await withoutCookies(120, address);
    const gameId = await newGame();
    const joined: Awaited<ReturnType<typeof joinAll>>[] = [];
    for (let i = 0; i < 120; i += 20) joined.push(await joinAll(gameId, guests.slice(i, i + 20)));
    expect(joined.map(({ seated }) => seated)).toEqual([20, 20, 20, 20, 20, 0]);
    expect([...(joined.at(-1)?.refusals ?? [])]).toEqual([['limit-seats', 20]]);
    const there = { ...seatable, headers: { ...seatable.headers, 'x-forwarded-for': address } };
    expect((await joinAll(gameId, [there])).seated).toBe(1);
  });

  it('count wrong passwords together, and in each process while Redis is cut off', async () => {
    const { http } = await phoneAt(services.urls[0]!, elsewhere);
    const signUp = async () => {
      const account = { email: `${newId()}@example.org`, password: 'secret1' };
      await http.call('signUp', { body: { displayName: 'Ada', ...account } });
      return account.email;
    };
    const guess = (email: string) =>
      http.call('signIn', { body: { email, password: 'guessed' } }).then(() => 'in', codeOf);
    const guesses = async (email: string) => {
      const codes = await Promise.all(Array.from({ length: 20 }, () => guess(email)));
      expect(codes.every((code) => code === 'invalid-credential' || code === 'limit-sign-in')).toBe(true);
      return codes.filter((code) => code === 'invalid-credential').length;
    };
    const email = await signUp();
    const startedAt = performance.now();
    const together = await guesses(email);
    // One more whenever a wait is over; each is twice as long as the one before. Two processes would allow ten at once.
    const waited = Math.floor(Math.log2((performance.now() - startedAt) / 1_000 + 1));
    expect(together).toBeGreaterThanOrEqual(5);
    expect(together).toBeLessThanOrEqual(5 + waited);
    line.cut();
    const alone = await guesses(`${newId()}@example.org`);
    line.mend();
    expect(alone).toBeGreaterThanOrEqual(5);
    expect(alone).toBeLessThanOrEqual(10);
  });

  it('count in each process alone while Redis is cut off, and together again afterwards', async () => {
    line.cut();
    const allowed = await hundredJoins();
    expect(allowed).toBeGreaterThanOrEqual(JOINS);
    expect(allowed).toBeLessThanOrEqual(2 * JOINS);
    await play(5);
    line.mend();
    await countTogether();
  });

  it('hold while Redis accepts requests and answers none', async () => {
    line.stall();
    const allowed = await hundredJoins();
    expect(allowed).toBeGreaterThanOrEqual(JOINS);
    expect(allowed).toBeLessThanOrEqual(2 * JOINS);
  });

  /** Resolves when both processes count in Redis: twice in a row, so that none of them was lucky. */
  const countTogether = () =>
    eventually(async () => expect([await hundredJoins(), await hundredJoins()]).toEqual([JOINS, JOINS]));
});
