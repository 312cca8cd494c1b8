import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@earworm/client';
import { checkLimit, RefusedError } from '@earworm/contracts';
import { type Bus, connectNatsBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { TcpLine } from '../harness/tcp-line.js';
import { LoadGame } from '../load/load-game.js';
import { Tally } from '../load/tally.js';
import { cookieOf, joinAll, type Phone, phoneAt, phoneEntrance, signInFrom } from './phones.js';
import { dockerVersion, startContainer, type TestServer } from '../harness/test-servers.js';

const nats = await findNats();
const canRun = nats !== null && (await dockerVersion()) !== undefined;
if (!canRun) console.warn(`not run: the limits on a real Redis need a Docker engine, and: ${NO_NATS}`);

/** The product's own: other specs raise them for their crowds. */
const LIMITS = {
  LIMIT_CREATE: '10/600',
  LIMIT_JOIN: '30/60',
  LIMIT_SELECT: '60/60',
  LIMIT_JUDGE: '60/60',
  ANSWER_LIMIT: '20',
  LIMIT_GUESTS: '10/600',
  LIMIT_SEATS: '10/86400',
  CEILING_SIGN_INS: '1500/600',
  CEILING_JOINS: '3000/60',
  CEILING_SOCKETS: '12000/60',
  CEILING_SEATS: '2500/86400',
  TRUSTED_PROXIES: 'loopback',
};
const JOINS = 30;
const CREATED = 10;
const SIGN_INS = 1_500;
/** A hall, and somewhere else. */
const [VENUE, ELSEWHERE] = ['203.0.113.7', '198.51.100.9'];
const PHONES = 300;

(canRun ? describe : describe.skip)('limits, counted by two processes on one Redis', () => {
  let redis: TestServer;
  let line: TcpLine;
  let services: Services;
  let bus: Bus;
  let users = 0;
  let isStopped = false;

  beforeAll(async () => {
    if (nats === null) return;
    redis = await startContainer('redis');
    line = await TcpLine.to(Number(new URL(redis.url).port));
    services = await Services.start({
      ...{ nats, gateways: 2, gameReplicas: 1, limiters: 2, identities: 2 },
      env: { ...LIMITS, REDIS_URL: `redis://127.0.0.1:${line.port}` },
    });
    bus = await connectNatsBus({ url: services.busUrl, log: createLog('spec', { level: 'silent' }) });
  }, 120_000);
  afterAll(async () => {
    await bus?.drain();
    await services?.close();
    line?.close();
    if (!isStopped) await redis?.stop();
  }, 120_000);

  /** How many of a hundred joins that one new user tries at once on a phone are allowed. Rejects when one gets no answer. */
  async function hundredJoins(): Promise<number> {
    const userId = `user-${++users}`;
    const who = { userId, gameId: 'game', device: `phone of ${userId}`, address: VENUE };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => bus.call(checkLimit, { action: 'join_game', ...who })),
    );
    return answers.filter(({ allowed }) => allowed).length;
  }

  /** A game from its beginning to a press, with its players joining all at once. */
  async function play(phones: number): Promise<void> {
    const at = (i: number) => phoneAt(services.urls[i % 2]!, VENUE);
    const game = new LoadGame(new Tally(), phoneEntrance, () => undefined);
    try {
      await game.create(await at(0), 5);
      const guests = await Promise.all(Array.from({ length: phones }, (_, i) => at(i)));
      await Promise.all(guests.map((guest, i) => game.join(guest, `Player ${i + 1}`)));
      await game.start();
      game.press(performance.now());
      await game.finish();
      expect(game.connections.online).toBe(phones + 1);
    } finally {
      game.close();
    }
  }

  it('are one count, whichever process is asked', async () => {
    await oneCount();
  }, 120_000);

  it('let 300 phones behind one address into one game at the same moment', () => play(PHONES), 120_000);

  /** A game that nobody has joined yet. */
  async function newGame(): Promise<string> {
    const moderator = await phoneAt(services.urls[0]!, ELSEWHERE);
    const body = { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty' as const, categories: [] };
    return (await moderator.http.call('createGame', { body })).gameId;
  }
  /** Guests that show nothing of the device they signed in with, at this address. */
  async function withoutCookies(count: number, address: string): Promise<Phone[]> {
    const phones: Phone[] = [];
    for (let i = 0; i < count; i++) {
      const phone = await phoneAt(services.urls[i % 2]!, '192.0.2.49');
      phones.push({ ...phone, headers: { 'x-forwarded-for': address } });
    }
    return phones;
  }
  const codeOf = (error: unknown) => (error instanceof RefusedError ? error.code : 'unexpected');

  it('are not had anew by who signs in anew on the same device, at whatever gateway', async () => {
    await oneCount();
    const phone = await phoneAt(services.urls[0]!, VENUE);
    let current = phone;
    const outcomes: string[] = [];
    for (let i = 0; i < CREATED + 2; i++) {
      const body = { requestId: newId(), moderatorName: 'Moderator', quiz: 'empty' as const, categories: [] };
      // Six games each by two people of this device.
      if (i % 6 === 0) current = await phoneAt(services.urls[(i / 6) % 2]!, VENUE, cookieOf(phone));
      outcomes.push(await current.http.call('createGame', { body }).then(() => 'created', codeOf));
    }
    expect(outcomes).toEqual([...Array<string>(CREATED).fill('created'), 'limit-create', 'limit-create']);
  }, 90_000);

  it('give one device ten seats of a game, however many guests it signs in', async () => {
    await oneCount();
    const gameId = await newGame();
    const first = await phoneAt(services.urls[0]!, ELSEWHERE);
    const guests = [first];
    for (let i = 0; i < 9; i++) guests.push(await phoneAt(services.urls[i % 2]!, ELSEWHERE, cookieOf(first)));
    // It may sign in ten guests in ten minutes; those of before have a seat each.
    expect((await joinAll(gameId, guests)).seated).toBe(10);
    expect(await signInFrom(services.urls[1]!, ELSEWHERE, cookieOf(first))).toMatchObject({ phone: {} });
    expect(await signInFrom(services.urls[1]!, ELSEWHERE, cookieOf(first))).toEqual({ refused: 429 });
    const another = await phoneAt(services.urls[0]!, ELSEWHERE);
    const inDisguise = { ...another, headers: { ...another.headers, cookie: cookieOf(first) } };
    expect([...(await joinAll(gameId, [inDisguise])).refusals.keys()]).toEqual(['limit-seats']);
    expect((await joinAll(gameId, [another])).seated).toBe(1);
  }, 120_000);

  it('take nobody who comes without a cookie for one who hides it', async () => {
    await oneCount();
    const gameId = await newGame();
    expect((await joinAll(gameId, await withoutCookies(120, '192.0.2.50'))).seated).toBe(120);
  }, 120_000);

  it('stop a flood of sign-ins from one address at both gateways together, its devices too, and nobody else', async () => {
    await oneCount();
    const address = '192.0.2.66';
    const post = (i: number) =>
      fetch(`${services.urls[i % 2]}/api/identity/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${i % 250}, ${address}` },
        body: JSON.stringify({ email: 'nobody', password: 'x' }),
      }).then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      });
    let [passed, refused] = [0, 0];
    for (let i = 0; i < 2 * SIGN_INS; i += 20) {
      const statuses = await Promise.all(Array.from({ length: 20 }, (_, j) => post(i + j)));
      passed += statuses.filter((status) => status === 400).length;
      refused += statuses.filter((status) => status === 429).length;
    }
    console.info(`${passed} passed and ${refused} were refused of ${2 * SIGN_INS} sign-ins from one address`);
    expect(passed).toBeGreaterThanOrEqual(SIGN_INS);
    expect(passed).toBeLessThan(1.5 * SIGN_INS);
    for (const url of services.urls) expect(await signInFrom(url, address)).toEqual({ refused: 429 });
    expect(await signInFrom(services.urls[0]!, VENUE)).toMatchObject({ phone: {} });

    // Such an address gets no devices either: all who come from there without a cookie have the seats of ten.
    const gameId = await newGame();
    const seatable = await phoneAt(services.urls[0]!, ELSEWHERE);
    const crowd = await withoutCookies(120, address);
    await oneCount();
    const joined: Awaited<ReturnType<typeof joinAll>>[] = [];
    for (let i = 0; i < 120; i += 20) joined.push(await joinAll(gameId, crowd.slice(i, i + 20)));
    expect(joined.map(({ seated }) => seated)).toEqual([20, 20, 20, 20, 20, 0]);
    expect([...(joined.at(-1)?.refusals ?? [])]).toEqual([['limit-seats', 20]]);
    const there = { ...seatable, headers: { ...seatable.headers, 'x-forwarded-for': address } };
    expect((await joinAll(gameId, [there])).seated).toBe(1);
  }, 240_000);

  it('count guesses at a password together, whichever process is asked, and go on counting without Redis', async () => {
    await oneCount();
    const { http } = await phoneAt(services.urls[0]!, ELSEWHERE);
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
    await eventually(async () => expect(await guesses(await signUp())).toBe(5));
    line.cut();
    const alone = await guesses(`${newId()}@example.org`);
    line.mend();
    expect(alone).toBeGreaterThanOrEqual(5);
    expect(alone).toBeLessThanOrEqual(10);
    await oneCount();
  }, 120_000);

  it('are counted by each process for itself while Redis is cut off, and the games go on', async () => {
    line.cut();
    const allowed = await hundredJoins();
    expect(allowed).toBeGreaterThanOrEqual(JOINS);
    expect(allowed).toBeLessThanOrEqual(2 * JOINS);
    await play(5);
  }, 90_000);

  it('are one count again when Redis is back', async () => {
    line.mend();
    await oneCount();
  }, 120_000);

  it('hold also while Redis takes questions and answers none', async () => {
    line.stall();
    const allowed = await hundredJoins();
    line.flow();
    expect(allowed).toBeGreaterThanOrEqual(JOINS);
    expect(allowed).toBeLessThanOrEqual(2 * JOINS);
  }, 90_000);

  it('survive a Redis that is gone for good', async () => {
    await redis.stop();
    isStopped = true;
    expect(await hundredJoins()).toBeLessThanOrEqual(2 * JOINS);
    await play(5);
  }, 120_000);

  /** Both processes have found Redis; one after the other, so that neither was lucky. */
  async function twice() {
    expect([await hundredJoins(), await hundredJoins()]).toEqual([JOINS, JOINS]);
  }
  /**
   * Redis is reached through a line of this process: while it was busy being 300 phones, the limiters found Redis slow and
   * counted by themselves, as they go on to do for a second.
   */
  const oneCount = () => eventually(twice);
});
