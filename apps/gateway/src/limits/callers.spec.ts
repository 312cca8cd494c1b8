import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AddressLimitName,
  checkLimit,
  confirmReset,
  countAddresses,
  countViews,
  createGame,
  deviceKey,
  type GameId,
  PATHS,
  RefusedError,
  refreshTokens,
  requestReset,
  type RequestOf,
  signIn as identitySignIn,
  signInAsGuest,
  signOut,
  signUp as identitySignUp,
  submitFeedback,
  type Tokens,
} from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { request } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const VENUE = '203.0.113.7';
const HALL = '203.0.113.20';
const FORGED = `earworm_device=${'A'.repeat(22)}.${'A'.repeat(43)}`;
const TOKENS = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60, refresh_expires_in: 60 };

describe('the key that limits count by', () => {
  let gateway: RunningGateway;
  let requests: RequestOf<typeof checkLimit>[];
  let limitOf: Partial<Record<AddressLimitName, number>>;
  const counted = new Map<string, number>();
  const guests = {} as { answer: () => Tokens };

  /** Makes all services behind the gateway available, with device keys. */
  async function open(env: Record<string, string>) {
    gateway = await runGateway(env);
    requests = [];
    limitOf = {};
    counted.clear();
    const { bus } = gateway;
    bus.serve(deviceKey, () => ({ key: 'k'.repeat(43) }));
    guests.answer = () => ({ ...TOKENS, token_type: 'Bearer' as const });
    bus.serve(signInAsGuest, () => guests.answer());
    bus.serve(signOut, () => ({}));
    bus.serve(createGame, () => ({ gameId: GAME, gameCode: 'ABCDEF' }));
    bus.serve(submitFeedback, ({ feedbackId }) => ({ feedbackId }));
    bus.serve(countViews, () => ({}));
    bus.serve(checkLimit, allow);
    bus.serve(countAddresses, ({ spent }) => ({
      refused: spent.flatMap(({ address, ceiling: of, points }) => {
        const sum = (counted.get(`${of} ${address}`) ?? 0) + points;
        counted.set(`${of} ${address}`, sum);
        return sum > (limitOf[of] ?? Infinity) ? [{ address, ceiling: of, forMs: 45_000 }] : [];
      }),
    }));
    await eventually(async () => expect((await signIn()).cookie).not.toBe(''));
    requests.length = 0;
  }
  const allow = (given: RequestOf<typeof checkLimit>) => {
    requests.push(given);
    return { allowed: true, remaining: 1, resetTime: 0 };
  };
  const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) });
  async function signIn(headers: Record<string, string> = from(VENUE)) {
    const { status, headers: answered } = await request(gateway, '/api/identity/guest', { body: {}, headers });
    return {
      status,
      wait: answered.get('retry-after'),
      cookie: /^[^;]+/.exec(answered.get('set-cookie') ?? '')?.[0] ?? '',
    };
  }
  const create = (headers: Record<string, string>) =>
    request(gateway, '/api/games', { body: { requestId: 'request-1', moderatorName: 'Mo' }, as: 'mo', headers });

  beforeEach(() => open({ TRUSTED_PROXIES: 'loopback', LIMIT_ANSWER: '3/10' }));
  afterEach(() => gateway.close());

  it('identifies the device of a cookie from the first sign-in, however often a user signs in again', async () => {
    const { cookie } = await signIn();
    expect((await signIn(from(VENUE, cookie))).cookie).toBe('');
    await create(from(VENUE, cookie));
    const body = { feedbackId: randomUUID(), type: 'bug', title: 't', description: 'd', gameVersion: '1' };
    await request(gateway, '/api/feedback', { body, as: 'mo', headers: from(VENUE, cookie) });
    const [, id] = /=([\w-]{22})\./.exec(cookie) ?? [];
    expect(requests.map(({ action, device, address }) => [action, device, address])).toEqual(
      ['sign_in_guest', 'create_game', 'send_feedback'].map((action) => [action, id, VENUE]),
    );
  });

  it('identifies, at sign-in, sign-up, renewal and reset, the device that the browser is given or has', async () => {
    const seen: unknown[] = [];
    const { bus } = gateway;
    const tokens = { ...TOKENS, token_type: 'Bearer' as const };
    const answer = ({ device }: { device: string | null }) => {
      seen.push(device);
      return tokens;
    };
    for (const call of [identitySignIn, identitySignUp, refreshTokens] as const) bus.serve(call, answer);
    for (const call of [requestReset, confirmReset] as const) bus.serve(call, (given) => (answer(given), {}));
    const account = { email: 'a@example.org', password: 'secret1' };
    const routes = [
      [PATHS.signIn.path, account],
      [PATHS.signUp.path, { ...account, displayName: 'Ann' }],
      [PATHS.refresh.path, { refreshToken: 'r' }],
      [PATHS.reset.path, { email: account.email }],
      [PATHS.resetConfirm.path, { token: 't', password: 'secret1' }],
    ] as const;
    const idIn = (cookie: string | null) => /=([\w-]{22})\./.exec(cookie ?? '')?.[1] ?? null;
    const given: (string | null)[] = [];
    for (const [path, body] of routes) {
      const { headers } = await request(gateway, path, { body, headers: from(VENUE) });
      given.push(idIn(headers.get('set-cookie')));
    }
    // A renewal is too early to bind a cookie that the browser may never accept, and a reset request proves nothing.
    expect(seen).toEqual([given[0], given[1], null, null, given[4]]);
    for (const id of [given[0], given[1], given[4]]) expect(id).toMatch(/^[\w-]{22}$/);
    seen.length = 0;
    const { cookie } = await signIn();
    for (const [path, body] of routes) await request(gateway, path, { body, headers: from(VENUE, cookie) });
    expect(seen).toEqual(routes.map(() => idIn(cookie)));
    expect((await request(gateway, PATHS.signIn.path, { body: { ...account, device: 'chosen' } })).status).toBe(400);
  });

  it('falls back to the address without a cookie or with a forged one', async () => {
    for (const deviceCookie of ['', FORGED]) {
      await create(from(VENUE, deviceCookie));
      expect(requests.at(-1)).toMatchObject({ device: null, address: VENUE });
    }
  });

  it("ignores the address that a client writes in front of the proxy's header", async () => {
    await create(from(`198.51.100.1, ${VENUE}`));
    expect(requests[0]?.address).toBe(VENUE);
    await gateway.close();
    await open({ LIMIT_ANSWER: '3/10' });
    await create(from('198.51.100.1'));
    expect(requests[0]?.address).toBeNull();
  });

  it('identifies the device of the socket for joins and buzzes', async () => {
    const owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    const { cookie } = await signIn();
    const players: RawSocket[] = [];
    for (const userId of ['ann', 'bob']) {
      const socket = await RawSocket.open(gateway.wsUrl, { headers: from(VENUE, cookie) });
      socket.hello({ gameId: GAME, token: await gateway.token(userId) });
      await socket.until(() => socket.of('snapshot').length === 1);
      players.push(socket);
    }
    const give = async (player: number, id: string, command: object) => {
      const socket = players[player] as RawSocket;
      socket.send({ type: 'command', id, command });
      await socket.until(() => socket.of('answer').some((answer) => answer.id === id));
      return socket.of('answer').find((answer) => answer.id === id);
    };
    expect(await give(0, 'join-ann-1', { type: 'joinGame', name: 'Ann' })).toMatchObject({ ok: true });
    expect(requests.map(({ action, userId, gameId }) => [action, userId, gameId])).toEqual([
      ['join_game', 'ann', GAME],
      ['take_seat', 'ann', GAME],
    ]);
    expect(requests[0]?.device).toMatch(/^[\w-]{22}$/);
    const buzz = { type: 'buzz', questionId: 'q1' };
    for (let i = 0; i < 3; i++) expect(await give(i % 2, `buzz-number-${i}`, buzz)).toMatchObject({ ok: true });
    expect(await give(1, 'buzz-number-3', buzz)).toMatchObject({ code: 'limit-answer' });
    const [, bob] = players as [RawSocket, RawSocket];
    const answers = bob.of('answer').length;
    bob.send({ type: 'command', id: 'buzz-number-3', command: buzz });
    await bob.until(() => bob.of('answer').length > answers);
    expect(bob.of('answer').at(-1)).toMatchObject({ id: 'buzz-number-3', code: 'limit-answer' });
    expect(owner.sentCommands).toHaveLength(4);
    for (const socket of players) socket.close();
  });

  /** A player whose socket has these headers joins and leaves; returns the cookie that was set and the counted keys. */
  async function come(userId: string, headers: Record<string, string>) {
    const socket = await RawSocket.open(gateway.wsUrl, { headers });
    socket.hello({ gameId: GAME, token: await gateway.token(userId) });
    await socket.until(() => socket.of('snapshot').length === 1);
    await join(socket, userId);
    socket.close();
    const [cookie = ''] = socket.setCookie.split(';');
    const { device, address } = requests.at(-1) ?? {};
    return { cookie, setCookie: socket.setCookie, device, address };
  }
  async function join(socket: RawSocket, userId: string) {
    const before = socket.of('answer').length;
    socket.send({ type: 'command', id: `join-${userId}-${before}`, command: { type: 'joinGame', name: userId } });
    await socket.until(() => socket.of('answer').length === before + 1);
  }

  it('identifies one device for every socket of a browser, also one without a cookie at first', async () => {
    new ScriptedOwner(gateway.bus, GAME, 'mo');
    const [ann, bob] = [await come('ann-1', from(HALL)), await come('bob-1', from(HALL))];
    const eve = await come('eve-1', from(HALL, FORGED));
    for (const { device, cookie, setCookie } of [ann, bob, eve]) {
      expect(device).toMatch(/^[\w-]{22}$/);
      expect(cookie).toContain(`earworm_device=${device}.`);
      expect(setCookie).toBe(`${cookie}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`);
    }
    expect(new Set([ann.device, bob.device, eve.device, 'A'.repeat(22)]).size).toBe(4);
    expect(await come('ann-2', from(HALL, ann.cookie))).toMatchObject({ setCookie: '', device: ann.device });
    await create(from(HALL, ann.cookie));
    expect(requests.at(-1)).toMatchObject({ action: 'create_game', device: ann.device });
    await eventually(() => expect(counted.get(`sign-ins ${HALL}`)).toBe(3));
  });

  it('costs the address nothing while a join waits for a seat, because it is retried often', async () => {
    const { answer } = guests;
    guests.answer = () => {
      throw new RefusedError('guest-wait', { n: 1 });
    };
    for (let attempt = 0; attempt < 5; attempt++) expect((await signIn(from(HALL))).status).toBe(503);
    guests.answer = answer;
    expect((await signIn(from(HALL))).status).toBe(200);
    await eventually(() => expect(counted.get(`sign-ins ${HALL}`)).toBe(1));
  });

  it('returns to the address when it has requested more devices than its limit, also by sockets', async () => {
    limitOf = { 'sign-ins': 20 };
    new ScriptedOwner(gateway.bus, GAME, 'mo');
    const { cookie, device } = await come('ann', from(HALL));
    await eventually(async () => expect((await signIn(from(HALL))).status).toBe(429));
    for (const deviceCookie of ['', FORGED])
      expect(await come('eve', from(HALL, deviceCookie))).toMatchObject({ setCookie: '', device: null, address: HALL });
    expect(await come('ann', from(HALL, cookie))).toMatchObject({ setCookie: '', device });
  });

  it('gives the socket of a foreign page no device', async () => {
    const headers = { ...from(HALL), connection: 'upgrade', upgrade: 'websocket', origin: 'https://elsewhere.example' };
    const [response] = (await once(get(`${gateway.httpUrl}/ws`, { headers }), 'response')) as [IncomingMessage];
    response.resume();
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([403, undefined]);
    await signIn(from('203.0.113.23'));
    await eventually(() => expect(counted.get('sign-ins 203.0.113.23')).toBe(1));
    expect(counted.get(`sign-ins ${HALL}`)).toBeUndefined();
  });

  it('changes to a device for a socket that opened before the device key was known', async () => {
    const { cookie } = await signIn();
    await gateway.close();
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback' });
    const { bus } = gateway;
    new ScriptedOwner(bus, GAME, 'mo');
    bus.serve(checkLimit, allow);
    const players = new Map<string, RawSocket>();
    for (const [userId, deviceCookie] of Object.entries({ ann: cookie, bob: '', eve: FORGED })) {
      const socket = await RawSocket.open(gateway.wsUrl, { headers: from(VENUE, deviceCookie) });
      socket.hello({ gameId: GAME, token: await gateway.token(userId) });
      await socket.until(() => socket.of('snapshot').length === 1);
      players.set(userId, socket);
    }
    const devicesOf = async (userId: string) => {
      requests.length = 0;
      for (let i = 0; i < 2; i++) await join(players.get(userId) as RawSocket, userId);
      const [of, ...others] = new Set(requests.map(({ device, address }) => `${device} ${address}`));
      expect(others).toEqual([]);
      return of;
    };
    for (const userId of players.keys()) expect(await devicesOf(userId)).toBe('null null');
    bus.serve(signInAsGuest, () => ({ ...TOKENS, token_type: 'Bearer' as const }));
    bus.serve(deviceKey, () => ({ key: 'k'.repeat(43) }));
    await eventually(async () => expect((await signIn()).cookie).not.toBe(''));
    const [ann, bob, eve] = [await devicesOf('ann'), await devicesOf('bob'), await devicesOf('eve')];
    expect(ann).toBe(`${/=([\w-]{22})/.exec(cookie)?.[1]} ${VENUE}`);
    // They could not get a cookie: each is its own device while its socket lasts.
    for (const other of [bob, eve]) expect(other).toMatch(/^[\w-]{22} 203\.0\.113\.7$/);
    expect(new Set([ann, bob, eve, `${'A'.repeat(22)} ${VENUE}`]).size).toBe(4);
    for (const socket of players.values()) socket.close();
  });

  it('rejects with the seconds to wait while its address is above its limit, and spares others', async () => {
    limitOf = { 'sign-ins': 50, 'sign-outs': 50, sockets: 50, reports: 50 };
    const views = () =>
      request(gateway, '/api/telemetry/views', { body: { views: [{ path: '/', count: 1 }] }, headers: from(VENUE) });
    /**
     * Repeats until refused; returns how many were accepted before. Each round is counted before the next one begins.
     */
    const flood = async (of: AddressLimitName, one: () => Promise<{ status: number }>) => {
      for (let passed = 0; ;) {
        const statuses = await Promise.all(Array.from({ length: 25 }, one));
        passed += statuses.filter(({ status }) => status === 200).length;
        if (statuses.some(({ status }) => status === 429)) return passed;
        await eventually(() => expect(counted.get(`${of} ${VENUE}`)).toBeGreaterThanOrEqual(passed));
      }
    };
    const signedIn = await flood('sign-ins', () => signIn());
    expect(signedIn).toBeGreaterThanOrEqual(50);
    const { status, wait } = await signIn();
    expect(status).toBe(429);
    expect(Number(wait)).toBeGreaterThan(30);
    expect(Number(wait)).toBeLessThanOrEqual(45);
    const leave = () => request(gateway, PATHS.signOut.path, { body: { refreshToken: 'r' }, headers: from(VENUE) });
    expect(await flood('sign-outs', leave)).toBeGreaterThanOrEqual(50);
    expect(await flood('reports', views)).toBeGreaterThanOrEqual(50);
    expect((await views()).status).toBe(429);

    const connect = (address: string) =>
      RawSocket.open(gateway.wsUrl, { headers: from(address) }).then(
        (socket) => {
          socket.close();
          return { status: 200 };
        },
        (error: Error) => ({ status: Number(/\d{3}/.exec(error.message)?.[0]) }),
      );
    expect(await flood('sockets', () => connect(VENUE))).toBeGreaterThanOrEqual(50);
    expect((await connect(VENUE)).status).toBe(429);
    for (const open of [signIn(from('203.0.113.8')), connect('203.0.113.8')]) expect((await open).status).toBe(200);
  });
});
