import { once } from 'node:events';
import { request as callService, type ClientRequest, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  admitGame,
  countAddresses,
  RefusedError,
  reportErrors,
  type RequestOf,
  saveTemplate,
} from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { requestJson, type Wish } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { type ScriptedServices, serveServices } from '../testing/scripted-services.js';

const VENUE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const KB = 1024;
const MOST = 256 * KB;
const ERRORS = '/api/telemetry/errors';
const SAVE = '/api/templates/template-1/save';
const report = {
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

describe('the body of a request', () => {
  let gateway: RunningGateway;
  let services: ScriptedServices;
  let spent: RequestOf<typeof countAddresses>['spent'];
  /** Answers of the counting service. */
  let refused: { address: string; ceiling: 'requests' | 'requests-of-user'; forMs: number }[];
  let saved: RequestOf<typeof saveTemplate>[];

  beforeEach(async () => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback' }, { overrides: { floodAnswerMs: 0 } });
    services = serveServices(gateway.bus);
    [spent, refused, saved] = [[], [], []];
    gateway.bus.serve(countAddresses, (report) => {
      spent.push(...report.spent);
      return { refused };
    });
    gateway.bus.serve(reportErrors, () => ({}));
    gateway.bus.serve(saveTemplate, (given) => {
      saved.push(given);
      return { templateId: given.templateId, version: 2 };
    });
  });
  afterEach(() => gateway.close());

  const post = (path: string, { headers, ...wish }: Wish, address = VENUE) =>
    requestJson(gateway, path, { ...wish, headers: { 'x-forwarded-for': address, ...headers } });
  const pointsOf = (ceiling: string, address: string) =>
    spent
      .filter((each) => each.ceiling === ceiling && each.address === address)
      .reduce((sum, { points }) => sum + points, 0);

  /** A request whose body is announced and never arrives. */
  async function announce(path: string, bytes: number, as?: string): Promise<ClientRequest> {
    const authorization = as === undefined ? {} : { authorization: `Bearer ${await gateway.token(as)}` };
    const headers = { 'x-forwarded-for': VENUE, 'content-type': 'application/json', 'content-length': bytes };
    const sent = callService(gateway.httpUrl + path, { method: 'POST', headers: { ...headers, ...authorization } });
    sent.on('error', () => undefined);
    sent.flushHeaders();
    return sent;
  }
  async function answerTo(sent: ClientRequest): Promise<[number | undefined, { code: string; message: string }]> {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const refusal = JSON.parse(await textOf(answer));
    sent.destroy();
    return [answer.statusCode, refusal];
  }

  it.each([
    ['gzip', gzipSync('{}')],
    ['deflate', deflateSync('{}')],
    ['br', brotliCompressSync('{}')],
    ['made-up', Buffer.from('{}')],
  ])('remains unread when it is compressed (%s)', async (encoding, bytes) => {
    const answer = await fetch(gateway.httpUrl + ERRORS, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding, 'x-forwarded-for': VENUE },
    });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      { code: 'body-encoded', params: {}, message: 'Compressed requests are not accepted.' },
    ]);
  });

  it('takes up to 16 KiB without a token, and the limit of its route with one', async () => {
    const errors = Array.from({ length: 10 }, () => ({ ...report, stack: 's'.repeat(8_000) }));
    expect(await post(ERRORS, { body: { errors } })).toMatchObject([413, { code: 'too-large' }]);
    const madeUp = { headers: { authorization: `Bearer ${'x'.repeat(64)}` } };
    expect(await post(ERRORS, { body: { errors }, ...madeUp })).toMatchObject([413, { code: 'too-large' }]);
    expect(await post(ERRORS, { body: { errors }, as: 'ann' })).toEqual([200, {}]);
    expect(await post(ERRORS, { body: { errors: errors.slice(0, 1) } })).toEqual([200, {}]);
  });

  it('remains unread when the user has no points left for the request', async () => {
    services.limited = true;
    expect(await answerTo(await announce(SAVE, MOST, 'ann'))).toMatchObject([429, { code: 'limit-saves' }]);
    expect(await answerTo(await announce('/api/games', MOST, 'ann'))).toMatchObject([429, { code: 'limit-create' }]);
  });

  it('remains unread from an address or a user above its limit, and gets the refusal of the route', async () => {
    refused = [
      { address: VENUE, ceiling: 'requests', forMs: 30_000 },
      { address: 'eve', ceiling: 'requests-of-user', forMs: 30_000 },
    ];
    await eventually(async () =>
      expect(await post(ERRORS, { body: {} })).toMatchObject([429, { code: 'limit-reports' }]),
    );
    expect(await answerTo(await announce('/api/games', MOST, 'ann'))).toMatchObject([
      429,
      {
        message: expect.stringMatching(
          /^You've created too many games recently. Please wait \d+ seconds before creating/,
        ),
      },
    ]);
    expect(await post('/api/checkGameActionLimit', { body: {}, as: 'ann' })).toMatchObject([
      429,
      { message: expect.stringMatching(/^Too many requests. Please wait \d+ seconds/) },
    ]);
    expect(await post(SAVE, { body: {}, as: 'eve' }, ELSEWHERE)).toMatchObject([429, { code: 'limit-saves' }]);
    expect(await post(SAVE, { body: {}, as: 'ann' }, ELSEWHERE)).toMatchObject([400, { code: 'bad-request' }]);
  });

  it('costs a point for every 16 KiB begun, and 20 more when it is refused', async () => {
    const change = { saveId: 'save-of-ann-1', basedOn: 1 };
    expect(await post(SAVE, { body: change, as: 'ann' })).toMatchObject([200, { version: 2 }]);
    await eventually(() => expect([pointsOf('requests', VENUE), pointsOf('requests-of-user', 'ann')]).toEqual([1, 1]));
    await post(SAVE, { text: `${JSON.stringify(change)}${' '.repeat(40_000)}`, as: 'bob' });
    await eventually(() => expect([pointsOf('requests', VENUE), pointsOf('requests-of-user', 'bob')]).toEqual([4, 3]));
    await post(SAVE, { text: '{"a":1,"a":1}', as: 'cid' }, ELSEWHERE);
    await eventually(() =>
      expect([pointsOf('requests', ELSEWHERE), pointsOf('requests-of-user', 'cid')]).toEqual([21, 21]),
    );
  });

  it('costs its 20 points once, before a delayed refusal is answered', async () => {
    const slow = await runGateway({ TRUSTED_PROXIES: 'loopback' }, { overrides: { floodAnswerMs: 60_000 } });
    try {
      serveServices(slow.bus);
      slow.bus.serve(countAddresses, (report) => {
        spent.push(...report.spent);
        return { refused: [] };
      });
      const headers = { 'x-forwarded-for': VENUE, 'content-type': 'application/json' };
      const unanswered = new AbortController();
      const sent = fetch(slow.httpUrl + SAVE, {
        method: 'POST',
        body: '{"a":1,"a":1}',
        signal: unanswered.signal,
        headers: { ...headers, authorization: `Bearer ${await slow.token('ann')}` },
      });
      await eventually(() =>
        expect([pointsOf('requests', VENUE), pointsOf('requests-of-user', 'ann')]).toEqual([21, 21]),
      );
      unanswered.abort();
      await expect(sent).rejects.toThrow();
    } finally {
      await slow.close();
    }
  });

  it('a body with questions of a new game is not read while memory is full', async () => {
    const { unsubscribe } = gateway.bus.serve(admitGame, () => {
      throw new RefusedError('busy');
    });
    expect(await answerTo(await announce('/api/games', MOST, 'cem'))).toMatchObject([503, { code: 'busy' }]);
    unsubscribe();
  });

  it('a body of the most bytes is parsed or refused like a short one, and one of more is refused', async () => {
    const questions = Array.from({ length: 30 }, (_, i) => ({ questionId: `q${i}`, answer: 'ä'.repeat(200) }));
    const changed = Array.from({ length: 19 }, (_, i) => ({ categoryId: `c${i}`, name: `C${i}`, questions }));
    const text = JSON.stringify({ saveId: 'save-of-ann-1', basedOn: 1, changed });
    const bytes = Buffer.byteLength(text);
    expect([bytes > 240_000, bytes <= MOST]).toEqual([true, true]);
    expect((await post(SAVE, { text, as: 'ann' }))[0]).toBe(200);
    expect(saved[0]?.change.changed[18]).toMatchObject({ categoryId: 'c18', name: 'C18' });
    for (const bad of [`${text.slice(0, -1)},"basedOn":2}`, text.slice(0, -1), `{ "x":[${'1,'.repeat(100_000)}1]}`])
      expect(await post(SAVE, { text: bad, as: 'ann' })).toMatchObject([400, { code: 'bad-request' }]);
    const longer = `${text}${' '.repeat(MOST - bytes + 1)}`;
    expect(await post(SAVE, { text: longer, as: 'ann' })).toMatchObject([413, { code: 'template-too-large' }]);
    expect(saved).toHaveLength(1);
  });

  it('waits for memory only within the share of its address, so that other addresses proceed', async () => {
    const waiting = await Promise.all(Array.from({ length: 16 }, () => announce(SAVE, MOST, 'ann')));
    const padded = { text: `${JSON.stringify({ saveId: 'save-of-ann-1', basedOn: 1 })}${' '.repeat(200 * KB)}` };
    await eventually(async () => {
      const last = await announce(SAVE, MOST, 'bob');
      waiting.push(last);
      expect(await answerTo(last)).toMatchObject([503, { code: 'busy' }]);
    });
    expect((await post(SAVE, { ...padded, as: 'bob' }, ELSEWHERE))[0]).toBe(200);
    for (const each of waiting) each.destroy();
    await eventually(async () => expect((await post(SAVE, { ...padded, as: 'bob' }))[0]).toBe(200));
  });
});
