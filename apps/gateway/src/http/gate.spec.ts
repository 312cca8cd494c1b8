import {
  countAddresses,
  deviceKey,
  gameHistory,
  RefusedError,
  type RequestOf,
  ROUTES,
  signInAsGuest,
} from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { GatewayConfig } from '../gateway.config.js';
import { RawSocket } from '../testing/raw-socket.js';
import { requestJson, type Wish } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { GAME, serveServices } from '../testing/scripted-services.js';

const VENUE = '203.0.113.7';
const HISTORY = '/api/history';
/** One request at once, and the next after minutes. */
const LIMIT_REQUESTS = '12/600';
const TOKENS = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'Bearer' as const,
  expires_in: 60,
  refresh_expires_in: 60,
};

describe('the gate of the API', () => {
  let gateway: RunningGateway;
  let spent: RequestOf<typeof countAddresses>['spent'];
  let isLimiterAway: boolean;

  const open = async (env: Record<string, string> = {}, overrides: Partial<GatewayConfig> = {}) => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', LIMIT_REQUESTS, ...env }, { overrides });
    serveServices(gateway.bus);
    [spent, isLimiterAway] = [[], false];
    gateway.bus.serve(countAddresses, (report) => {
      if (isLimiterAway) throw new RefusedError('unavailable');
      spent.push(...report.spent);
      return { refused: [] };
    });
  };
  beforeEach(() => open());
  afterEach(() => gateway.close());

  const request = (path: string, { headers, ...wish }: Wish = {}) =>
    requestJson(gateway, path, { ...wish, headers: { 'x-forwarded-for': VENUE, ...headers } });
  const pointsOf = (name: string, key: string) =>
    spent.filter((each) => each.ceiling === name && each.address === key).reduce((sum, { points }) => sum + points, 0);
  const answered = async (times: number, as: string) => {
    const statuses = await Promise.all(Array.from({ length: times }, async () => (await request(HISTORY, { as }))[0]));
    return statuses.filter((status) => status === 200).length;
  };

  it('charges the price of a route to the address and to the user, for GET and HEAD as for POST', async () => {
    await request(HISTORY, { as: 'ann' });
    await eventually(() =>
      expect([pointsOf('requests', VENUE), pointsOf('requests-of-user', 'ann')]).toEqual([
        ROUTES.history.price,
        ROUTES.history.price,
      ]),
    );
    const headers = { 'x-forwarded-for': VENUE, authorization: `Bearer ${await gateway.token('bob')}` };
    await fetch(gateway.httpUrl + HISTORY, { method: 'HEAD', headers });
    await request('/api/checkGameActionLimit', { body: { gameId: GAME, action: 'join_game' }, as: 'cem' });
    await eventually(() =>
      expect([pointsOf('requests-of-user', 'bob'), pointsOf('requests-of-user', 'cem')]).toEqual([
        ROUTES.history.price,
        1,
      ]),
    );
  });

  it('charges the address a point for a path below /api that is no route, and nothing for a page', async () => {
    await request('/api/unknown');
    await request('/unknown');
    await eventually(() => expect(pointsOf('requests', VENUE)).toBe(1));
  });

  it.each(['with', 'without'])(
    'refuses what a user asks beyond their allowance, %s the rate-limit service',
    async (how) => {
      isLimiterAway = how === 'without';
      expect(await answered(40, 'eve')).toBe(1);
      expect(await request(HISTORY, { as: 'eve' })).toMatchObject([
        429,
        { code: 'limit-requests', message: expect.stringMatching(/^Too many requests. Please wait \d+ seconds/) },
      ]);
      expect(await answered(1, 'ann')).toBe(1);
    },
  );

  it('lets a request wait that comes a little too fast, instead of refusing it', async () => {
    await gateway.close();
    await open({ LIMIT_REQUESTS: '240/60' });
    expect(await answered(2, 'eve')).toBe(2);
  });

  it('drops a waiting request whose client has gone', async () => {
    await gateway.close();
    await open({ LIMIT_REQUESTS: '240/60' });
    let calls = 0;
    gateway.bus.subscribe(gameHistory.subject, () => calls++);
    expect(await answered(1, 'eve')).toBe(1);
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${await gateway.token('eve')}`, 'x-forwarded-for': VENUE };
    const abandoned = fetch(gateway.httpUrl + HISTORY, { headers, signal: gone.signal });
    await eventually(() => expect(pointsOf('requests-of-user', 'eve')).toBe(2 * ROUTES.history.price));
    gone.abort();
    await expect(abandoned).rejects.toThrow();
    // Waits longer than the one before.
    expect(await answered(1, 'eve')).toBe(1);
    expect(calls).toBe(2);
  });

  it('serves a user again who has waited', async () => {
    await gateway.close();
    await open({ LIMIT_REQUESTS: '240/60' });
    expect(await answered(40, 'eve')).toBeLessThan(40);
    await eventually(async () => expect(await answered(1, 'eve')).toBe(1));
  });

  it('counts a browser without a token by its device', async () => {
    gateway.bus.serve(deviceKey, () => ({ key: 'k'.repeat(43) }));
    gateway.bus.serve(signInAsGuest, () => TOKENS);
    let cookie = '';
    await eventually(async () => {
      const signedIn = await fetch(`${gateway.httpUrl}/api/identity/guest`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': VENUE },
      });
      [cookie = ''] = signedIn.headers.get('set-cookie')?.split(';') ?? [];
      expect(cookie).not.toBe('');
    });
    const ask = (headers: Record<string, string>) => request('/api/about', { headers });
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await ask({ cookie }))[0]));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await ask({}))[0]).toBe(200);
  });

  it('lets administrators export page after page, uncounted', async () => {
    const headers = { authorization: `Bearer ${await gateway.token('root', { roles: ['admin'] })}` };
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async () => (await request(HISTORY, { headers }))[0]),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('delays the refusals of a flood, also to this machine', async () => {
    await gateway.close();
    await open({}, { floodAnswerMs: 60_000 });
    expect(await answered(1, 'eve')).toBe(1);
    const unanswered = new AbortController();
    const headers = { authorization: `Bearer ${await gateway.token('eve')}` };
    let isAnswered = false;
    const flood = fetch(gateway.httpUrl + HISTORY, { headers, signal: unanswered.signal }).finally(
      () => (isAnswered = true),
    );
    expect((await request(HISTORY, { as: 'ann' }))[0]).toBe(200);
    expect(isAnswered).toBe(false);
    unanswered.abort();
    await expect(flood).rejects.toThrow();
  });

  it('takes hellos from the allowance of the user, and asks the client to come again', async () => {
    const token = await gateway.token('eve');
    const sockets = await Promise.all(Array.from({ length: 4 }, () => RawSocket.open(gateway.wsUrl)));
    for (const socket of sockets) socket.hello({ gameId: GAME, token });
    await eventually(() =>
      expect(sockets.filter(({ received }) => received.some((each) => each.type === 'bye'))).toHaveLength(3),
    );
    expect(sockets.flatMap(({ received }) => received)).toMatchObject(
      Array.from({ length: 3 }, () => ({ type: 'bye', code: 'busy', retryInMs: expect.any(Number) })),
    );
    for (const { socket } of sockets) socket.terminate();
  });
});
