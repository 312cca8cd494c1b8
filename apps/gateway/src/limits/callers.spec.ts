import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Ceiling,
  checkLimit,
  countAddresses,
  countViews,
  createGame,
  deviceKey,
  type GameId,
  type RequestOf,
  signInAsGuest,
  submitFeedback,
} from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { RawSocket } from '../testing/raw-socket.js';
import { request } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const VENUE = '203.0.113.7';
const TOKENS = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60, refresh_expires_in: 60 };

describe('who somebody is to a limit', () => {
  let gateway: RunningGateway;
  let asked: RequestOf<typeof checkLimit>[];
  let ceiling: Partial<Record<Ceiling, number>>;
  const counted = new Map<string, number>();

  /** Everything behind it is there, and knows devices. */
  async function open(env: Record<string, string>) {
    gateway = await runGateway(env);
    asked = [];
    ceiling = {};
    counted.clear();
    const { bus } = gateway;
    bus.serve(deviceKey, () => ({ key: 'k'.repeat(43) }));
    bus.serve(signInAsGuest, () => ({ ...TOKENS, token_type: 'Bearer' as const }));
    bus.serve(createGame, () => ({ gameId: GAME, gameCode: 'ABCDEF' }));
    bus.serve(submitFeedback, ({ feedbackId }) => ({ feedbackId }));
    bus.serve(countViews, () => ({}));
    bus.serve(checkLimit, (given) => {
      asked.push(given);
      return { allowed: true, remaining: 1, resetTime: 0 };
    });
    bus.serve(countAddresses, ({ spent }) => ({
      refused: spent.flatMap(({ address, ceiling: of, points }) => {
        const sum = (counted.get(`${of} ${address}`) ?? 0) + points;
        counted.set(`${of} ${address}`, sum);
        return sum > (ceiling[of] ?? Infinity) ? [{ address, ceiling: of, forMs: 45_000 }] : [];
      }),
    }));
    await eventually(async () => expect((await signIn()).cookie).not.toBe(''));
    asked.length = 0;
  }
  const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) });
  async function signIn(headers: Record<string, string> = from(VENUE)) {
    const { status, headers: said } = await request(gateway, '/api/identity/guest', { body: {}, headers });
    return { status, wait: said.get('retry-after'), cookie: /^[^;]+/.exec(said.get('set-cookie') ?? '')?.[0] ?? '' };
  }
  const create = (headers: Record<string, string>) =>
    request(gateway, '/api/games', { body: { requestId: 'request-1', moderatorName: 'Mo' }, as: 'mo', headers });

  beforeEach(() => open({ TRUSTED_PROXIES: 'loopback', ANSWER_LIMIT: '3' }));
  afterEach(() => gateway.close());

  it('is the device of a cookie that came with the first sign-in, however often they sign in anew', async () => {
    const { cookie } = await signIn();
    expect((await signIn(from(VENUE, cookie))).cookie).toBe('');
    await create(from(VENUE, cookie));
    const body = { feedbackId: randomUUID(), type: 'bug', title: 't', description: 'd', gameVersion: '1' };
    await request(gateway, '/api/feedback', { body, as: 'mo', headers: from(VENUE, cookie) });
    const [first] = asked;
    expect(first?.device).toMatch(/^[\w-]{22}$/);
    expect(asked.map(({ action, device, address }) => [action, device, address])).toEqual(
      ['sign_in_guest', 'create_game', 'send_feedback'].map((action) => [action, first?.device, VENUE]),
    );
  });

  it('is their address where the cookie is left out or made up', async () => {
    await create(from(VENUE));
    await create(from(VENUE, `earworm_device=${'A'.repeat(22)}.${'A'.repeat(43)}`));
    expect(asked.map(({ device, address }) => [device, address])).toEqual([
      [null, VENUE],
      [null, VENUE],
    ]);
  });

  it('is not what they write in front of what the proxy says', async () => {
    await create(from(`198.51.100.1, ${VENUE}`));
    expect(asked[0]?.address).toBe(VENUE);
    await gateway.close();
    await open({ ANSWER_LIMIT: '3' });
    await create(from('198.51.100.1'));
    expect(asked[0]?.address).toBeNull();
  });

  it('joins and presses as the device of the socket', async () => {
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
      socket.say({ type: 'command', id, command });
      await socket.until(() => socket.of('answer').some((answer) => answer.id === id));
      return socket.of('answer').find((answer) => answer.id === id);
    };
    expect(await give(0, 'join-ann-1', { type: 'joinGame', name: 'Ann' })).toMatchObject({ ok: true });
    expect(asked.map(({ action, userId, gameId }) => [action, userId, gameId])).toEqual([
      ['join_game', 'ann', GAME],
      ['take_seat', 'ann', GAME],
    ]);
    expect(asked[0]?.device).toMatch(/^[\w-]{22}$/);
    for (let i = 0; i < 3; i++)
      expect(await give(i % 2, `buzz-number-${i}`, { type: 'buzz', questionId: 'q1' })).toMatchObject({ ok: true });
    expect(await give(1, 'buzz-number-3', { type: 'buzz', questionId: 'q1' })).toMatchObject({ code: 'limit-answer' });
    expect(owner.given).toHaveLength(4);
    for (const socket of players) socket.close();
  });

  it('is refused with the seconds to wait while their address is above its ceiling, and others are not', async () => {
    ceiling = { 'sign-ins': 100, sockets: 100, reports: 100 };
    const views = () =>
      request(gateway, '/api/telemetry/views', { body: { views: [{ path: '/', count: 1 }] }, headers: from(VENUE) });
    /** Goes on until the door closes; how many came in before. */
    const flood = async (one: () => Promise<{ status: number }>) => {
      for (let passed = 0; ;) {
        const statuses = await Promise.all(Array.from({ length: 25 }, one));
        passed += statuses.filter(({ status }) => status === 200).length;
        if (statuses.some(({ status }) => status === 429)) return passed;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
    };
    const signedIn = await flood(() => signIn());
    expect(signedIn).toBeGreaterThanOrEqual(100);
    const { status, wait } = await signIn();
    expect(status).toBe(429);
    expect(Number(wait)).toBeGreaterThan(30);
    expect(Number(wait)).toBeLessThanOrEqual(45);
    expect(await flood(views)).toBeGreaterThanOrEqual(100);
    expect((await views()).status).toBe(429);

    const connect = (address: string) =>
      RawSocket.open(gateway.wsUrl, { headers: from(address) }).then(
        (socket) => {
          socket.close();
          return { status: 200 };
        },
        (error: Error) => ({ status: Number(/\d{3}/.exec(error.message)?.[0]) }),
      );
    expect(await flood(() => connect(VENUE))).toBeGreaterThanOrEqual(100);
    expect((await connect(VENUE)).status).toBe(429);
    for (const open of [signIn(from('203.0.113.8')), connect('203.0.113.8')]) expect((await open).status).toBe(200);
  }, 20_000);
});
