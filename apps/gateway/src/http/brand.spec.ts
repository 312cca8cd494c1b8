import { randomUUID } from 'node:crypto';
import { RefusedError, showBrand, type ShowId } from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request, requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const SHOW = randomUUID() as ShowId;
const BRAND = { name: 'Company night', colours: { text: '#ffffff', background: '#123456' } };

describe('the brand of an event', () => {
  let gateway: RunningGateway;
  let asked: ShowId[];

  beforeEach(async () => {
    gateway = await runGateway();
    asked = [];
    gateway.bus.serve(showBrand, ({ showId }) => {
      asked.push(showId);
      if (showId !== SHOW) throw new RefusedError('event-not-found');
      return BRAND;
    });
  });
  afterEach(() => gateway.close());

  it('needs no token, and browsers keep it for a minute', async () => {
    const { status, headers, bytes } = await request(gateway, `/api/events/${SHOW}/brand`);
    expect([status, JSON.parse(bytes.toString())]).toEqual([200, BRAND]);
    expect(headers.get('cache-control')).toBe('public, max-age=60');
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('asks the service once for all phones of a hall', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => request(gateway, `/api/events/${SHOW}/brand`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(asked).toEqual([SHOW]);
  });

  it('refuses an unknown event, and no cache keeps the refusal', async () => {
    const path = `/api/events/${randomUUID()}/brand`;
    const { status, headers } = await request(gateway, path);
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await requestJson(gateway, path)).toMatchObject([404, { code: 'event-not-found' }]);
    expect(await requestJson(gateway, '/api/events/none/brand')).toMatchObject([400, { code: 'bad-request' }]);
  });
});
