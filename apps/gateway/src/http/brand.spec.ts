import { randomUUID } from 'node:crypto';
import { logoPath, readShowLogo, RefusedError, showBrand, type ShowId } from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { request, requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const SHOW = randomUUID() as ShowId;
const BRAND = { name: 'Company night', colours: { text: '#ffffff', background: '#123456' }, logo: null };
const HASH = 'ab'.repeat(16);

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

  it('sends the logo under its hash for ever, after one call for all phones', async () => {
    const read: string[] = [];
    gateway.bus.serve(readShowLogo, ({ hash }) => {
      read.push(hash);
      return { contentType: 'image/webp', base64: Buffer.from('a picture').toString('base64') };
    });
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(gateway, logoPath(SHOW, HASH))));
    for (const { status, headers, bytes } of answers) {
      expect([status, bytes.toString(), headers.get('content-type')]).toEqual([200, 'a picture', 'image/webp']);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(read).toEqual([HASH]);
  });

  it('sends what the service calls no picture as bytes that no browser opens', async () => {
    gateway.bus.serve(readShowLogo, () => ({ contentType: 'image/svg+xml', base64: '' }));
    const { headers } = await request(gateway, logoPath(SHOW, HASH));
    expect(headers.get('content-type')).toBe('application/octet-stream');
  });

  it('refuses a logo under a name that is no hash, without asking for it', async () => {
    const { status, headers } = await request(gateway, logoPath(SHOW, '..%2Fsecrets'));
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  });
});
