import {
  analytics,
  beatSession,
  countFeedback,
  gameResult,
  pastGames,
  templateUse,
  countViews,
  endSession,
  RefusedError,
  reportErrors,
  type RequestOf,
} from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request, requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const sessionId = 'ab'.repeat(16);
const error = {
  message: 'x',
  name: 'TypeError',
  stack: '',
  source: 'error',
  additionalInfo: '',
  agoMs: 0,
  count: 1,
  url: 'http://h/',
  referrer: '',
  viewportWidth: 1,
  viewportHeight: 1,
};

describe('reports of browsers', () => {
  let gateway: RunningGateway;
  let beats: RequestOf<typeof beatSession>[];
  let reports: RequestOf<typeof reportErrors>[];

  beforeEach(async () => {
    gateway = await runGateway();
    beats = [];
    reports = [];
    gateway.bus.serve(beatSession, (given) => {
      beats.push(given);
      return {};
    });
    gateway.bus.serve(reportErrors, (given) => {
      reports.push(given);
      return {};
    });
    gateway.bus.serve(countViews, () => ({}));
  });
  afterEach(() => gateway.close());

  it('take the user of a session from the token, never from the page', async () => {
    const [status] = await requestJson(gateway, '/api/telemetry/session', {
      body: { sessionId, language: 'en' },
      as: 'ann',
      headers: { 'user-agent': 'Phone/1' },
    });
    expect(status).toBe(200);
    expect(beats).toEqual([
      { sessionId, language: 'en', userId: 'ann', userName: 'ann', userType: 'registered', userAgent: 'Phone/1' },
    ]);
    expect((await requestJson(gateway, '/api/telemetry/session', { body: { sessionId, language: 'en' } }))[0]).toBe(
      401,
    );
    const asBob = { body: { sessionId, language: 'en', userId: 'bob' }, as: 'ann' };
    expect((await requestJson(gateway, '/api/telemetry/session', asBob))[0]).toBe(400);
  });

  it('accept errors from anyone, with the user if the token is valid', async () => {
    const path = '/api/telemetry/errors';
    await request(gateway, path, { body: { errors: [error] }, as: 'ann' });
    await request(gateway, path, { body: { errors: [error] }, headers: { authorization: 'Bearer nonsense' } });
    expect(reports.map(({ userId }) => userId)).toEqual(['ann', null]);
    const long = { ...error, stack: 's'.repeat(8_000) };
    expect((await request(gateway, path, { body: { errors: Array(10).fill(long) }, as: 'ann' })).status).toBe(200);
    expect((await request(gateway, path, { body: { errors: Array(11).fill(error) } })).status).toBe(400);
  });

  it('refuse a page that floods after its burst, with the seconds to wait, and no other page', async () => {
    const flood = Array.from({ length: 300 }, () =>
      request(gateway, '/api/telemetry/errors', { body: { errors: [error] }, as: 'mad' }),
    );
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBeLessThan(80);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect((await request(gateway, '/api/telemetry/errors', { body: { errors: [error] }, as: 'calm' })).status).toBe(
      200,
    );
  });

  it('refuse a page that floods with a new forged token each time', async () => {
    const flood = Array.from({ length: 300 }, (_, i) =>
      request(gateway, '/api/telemetry/errors', {
        body: { errors: [error] },
        headers: { authorization: `Bearer ${String(i).padStart(64, 'x')}` },
      }),
    );
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(80);
    expect(statuses).toContain(429);
  });

  it('refuse one address that floods without asking a service, but not 300 phones behind one address', async () => {
    await gateway.close();
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback' });
    gateway.bus.serve(reportErrors, () => ({}));
    gateway.bus.serve(countViews, () => ({}));
    gateway.bus.serve(endSession, () => ({}));
    const tell = async (path: string, body: object, address: string, as?: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await request(gateway, `/api/telemetry/${path}`, { body, headers, ...(as ? { as } : {}) })).status;
    };
    const views = (address: string) => tell('views', { views: [{ path: '/', count: 1 }] }, address);
    const venue = '203.0.113.7';
    const phones = Array.from({ length: 300 }, (_, i) => [
      tell('errors', { errors: [error] }, venue, `guest-${i}`),
      tell('session/end', { sessionId }, venue),
      views(venue),
    ]);
    expect(new Set(await Promise.all(phones.flat()))).toEqual(new Set([200]));

    const flooding = '198.51.100.9';
    let passed = 0;
    for (let refused = false; !refused && passed < 10_000;) {
      const statuses = await Promise.all(Array.from({ length: 200 }, () => views(flooding)));
      passed += statuses.filter((status) => status === 200).length;
      refused = statuses.includes(429);
    }
    expect(passed).toBeGreaterThanOrEqual(1_500);
    expect(passed).toBeLessThan(10_000);
    expect(await views(venue)).toBe(200);
  });

  it('count only page views, within a bound', async () => {
    const views = (count: number) => ({ body: { views: [{ path: '/', count }] } });
    expect((await request(gateway, '/api/telemetry/views', views(1))).status).toBe(200);
    expect((await request(gateway, '/api/telemetry/views', views(1e9))).status).toBe(400);
  });

  it('show the figures to admins only, in a valid time zone', async () => {
    const requests: RequestOf<typeof analytics>[] = [];
    gateway.bus.serve(analytics, (range) => {
      requests.push(range);
      return {
        ...(range.fromHour === undefined ? {} : { hours: [] }),
        ...{
          span: { from: 0, to: 1 },
          days: [],
          users: [],
          sessionLengths: [],
          playersPerGame: [],
          timeToPress: { first: [], every: [] },
        },
        missed: [],
        paths: [],
        errors: [],
        countedUntil: null,
      };
    });
    const path = (timeZone: string) => `/api/admin/analytics?from=2026-11-01&to=2026-11-02&timeZone=${timeZone}`;
    expect((await request(gateway, path('UTC'), { as: 'ann' })).status).toBe(403);
    expect((await request(gateway, path('Asia/Tokyo'), { as: 'ada', admin: true })).status).toBe(200);
    expect(requests.at(-1)?.timeZone).toBe('Asia/Tokyo');
    const [, figures] = await requestJson(gateway, path('UTC'), { as: 'ada', admin: true });
    expect([figures.feedback, figures.templateUse]).toEqual([null, null]);
    gateway.bus.serve(countFeedback, () => ({ byType: { bug: 2, feature: 0, general: 1 } }));
    const used = { days: [{ day: '2026-11-01', games: 3 }], templates: [{ title: 'Hits', games: 3 }] };
    const spans: unknown[] = [];
    gateway.bus.serve(templateUse, (useRequest) => {
      spans.push(useRequest);
      return used;
    });
    const [, all] = await requestJson(gateway, path('UTC'), { as: 'ada', admin: true });
    expect(all.feedback).toEqual({ bug: 2, feature: 0, general: 1 });
    expect(all.templateUse).toEqual(used);
    expect(spans).toEqual([{ from: 0, to: 1, timeZone: 'UTC' }]);
    const ofRuth = `${path('UTC')}&fromHour=18&toHour=23&gameCode=ABCDEF&moderator=Ruth`;
    const [status, some] = await requestJson(gateway, ofRuth, { as: 'ada', admin: true });
    expect([status, some.feedback, some.templateUse]).toEqual([200, null, used]);
    const filter = { gameCode: 'ABCDEF', moderator: 'Ruth' };
    expect(requests.at(-1)).toMatchObject({ fromHour: 18, toHour: 23, ...filter });
    expect(spans.at(-1)).toEqual({ from: 0, to: 1, timeZone: 'UTC', byHour: true, ...filter });
    expect((await request(gateway, path('Nowhere/City'), { as: 'ada', admin: true })).status).toBe(400);
  });

  it("give admins past games, and name them as admin when they request the results of another user's game", async () => {
    gateway.bus.serve(pastGames, () => ({ games: [], total: 0 }));
    const path = '/api/admin/past-games?search=abc&page=2';
    expect((await request(gateway, path, { as: 'ann' })).status).toBe(403);
    expect(await requestJson(gateway, path, { as: 'ada', admin: true })).toEqual([200, { games: [], total: 0 }]);
    const askers: unknown[] = [];
    gateway.bus.serve(gameResult, ({ userId, isAdmin }) => {
      askers.push([userId, isAdmin]);
      throw new RefusedError('not-found');
    });
    await request(gateway, '/api/history/game-1', { as: 'ann' });
    await request(gateway, '/api/history/game-1', { as: 'ada', admin: true });
    // Recorded only once the game turns out not to be theirs.
    expect(askers).toEqual([
      ['ann', undefined],
      ['ada', undefined],
      ['ada', true],
    ]);
  });
});
