import { randomUUID } from 'node:crypto';
import * as calls from '@earworm/contracts';
import { SHOW_LIMITS, ShowId } from '@earworm/contracts';
import { ObjectStoreUnavailableError } from '@earworm/service-kit/objects';
import { describeWith } from '@earworm/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { GIF, JPEG, pngOf } from '../testing/pictures.js';
import { actor, OLGA, outcomeOf, type RunningEvents, runEvents } from '../testing/running-events.js';

const VERA = actor('vera');
const HOUR_MS = 3_600_000;
const RED = pngOf(40, 20, 'red');
const BLUE = pngOf(40, 20, 'blue');

describeWith('postgres', 'the logo of an event', () => {
  let events: RunningEvents;
  beforeAll(async () => {
    events = await runEvents();
  });
  beforeEach(async () => {
    await events.clear();
    // Those of the specs before.
    await events.logos.sweep(Date.now() + 2 * HOUR_MS);
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => events?.close());

  const set = (showId: ShowId, picture: Buffer | null, by = OLGA, more: { owner?: 'sponsor' } = {}) =>
    events.bus.call(calls.setShowLogo, { actor: by, showId, picture: picture && picture.toString('base64'), ...more });
  const setSponsor = (showId: ShowId, picture: Buffer | null) => set(showId, picture, OLGA, { owner: 'sponsor' });
  const brand = (showId: ShowId) => events.bus.call(calls.showBrand, { showId });
  const read = (showId: ShowId, hash: string) => events.bus.call(calls.readShowLogo, { showId, hash });
  const hashIn = (path: string | undefined) => path?.split('/').at(-1) ?? '';
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of events.objects.list('event-logos/')) found.push(key);
    return found;
  };

  it('puts a picture into the brand, under a name with its hash, as it was sent', async () => {
    const showId = await events.newShow();
    expect(await brand(showId)).toMatchObject({ logo: null });
    const { logo } = await set(showId, JPEG);
    expect(logo).toEqual({ path: expect.stringContaining(`/api/events/${showId}/logo/`), width: 40, height: 20 });
    expect((await brand(showId)).logo).toEqual(logo);
    expect((await events.read(showId)).logo).toEqual(logo);
    expect(await read(showId, hashIn(logo?.path))).toEqual({
      contentType: 'image/jpeg',
      base64: JPEG.toString('base64'),
    });
  });

  it('replaces a picture by another under another name, and the former is not found any more', async () => {
    const showId = await events.newShow();
    const former = hashIn((await set(showId, RED)).logo?.path);
    const now = hashIn((await set(showId, BLUE)).logo?.path);
    expect(now).not.toBe(former);
    expect(await outcomeOf(read(showId, former))).toBe('not-found');
    expect(await outcomeOf(read(showId, now))).toBe('ok');
    await set(showId, null);
    expect(await outcomeOf(read(showId, now))).toBe('not-found');
    expect((await brand(showId)).logo).toBeNull();
  });

  it('accepts PNG, JPEG and WebP of at most 256 KB and 4 megapixels, by its bytes', async () => {
    const showId = await events.newShow();
    expect(await outcomeOf(set(showId, GIF))).toBe('event-logo-not-image');
    expect(await outcomeOf(set(showId, Buffer.from('no picture')))).toBe('event-logo-not-image');
    expect(await outcomeOf(set(showId, Buffer.alloc(0)))).toBe('event-logo-not-image');
    expect(await outcomeOf(set(showId, pngOf(8_000, 7_400)))).toBe('event-logo-too-many-pixels');
    expect(await outcomeOf(set(showId, pngOf(2_000, 2_001)))).toBe('event-logo-too-many-pixels');
    const padded = (bytes: number) => pngOf(40, 20, 'x'.repeat(bytes - pngOf(40, 20).length));
    expect(await outcomeOf(set(showId, padded(SHOW_LIMITS.logoBytes + 1)))).toBe('event-logo-too-large');
    expect(await keys()).toEqual([]);
    expect(await outcomeOf(set(showId, padded(SHOW_LIMITS.logoBytes)))).toBe('ok');
    expect(await outcomeOf(set(showId, pngOf(2_000, 2_000)))).toBe('ok');
  });

  it('lets operators alone set it, and hides it once the event is deleted', async () => {
    const showId = await events.newShow();
    expect(await outcomeOf(set(showId, RED, VERA))).toBe('event-not-found');
    expect(await outcomeOf(set(showId, GIF, VERA))).toBe('event-not-found');
    await events.staffed(showId, VERA, 'viewer');
    expect(await outcomeOf(set(showId, RED, VERA))).toBe('event-not-operator');
    const hash = hashIn((await set(showId, RED)).logo?.path);
    const { showId: other } = { showId: ShowId.parse(randomUUID()) };
    expect(await outcomeOf(read(other, hash))).toBe('not-found');
    await events.bus.call(calls.deleteShow, { actor: OLGA, showId });
    expect(await outcomeOf(read(showId, hash))).toBe('not-found');
    expect(await outcomeOf(set(showId, RED))).toBe('event-deleted');
  });

  it('removes it from the store an hour after it is replaced or the event erased', async () => {
    const [kept, erased] = [await events.newShow(), await events.newShow()];
    const former = hashIn((await set(kept, RED)).logo?.path);
    const now = hashIn((await set(kept, BLUE)).logo?.path);
    await set(erased, RED);
    expect(await events.logos.sweep()).toBe(0);
    await events.source.query(`update show set deleted_at = now() - interval '2 days' where show_id = $1`, [erased]);
    await events.sweep();
    expect(await keys()).toContain(`event-logos/${kept}/${former}`);
    expect(await events.logos.sweep(Date.now() + 2 * HOUR_MS)).toBe(2);
    expect(await keys()).toEqual([`event-logos/${kept}/${now}`]);
    expect(await outcomeOf(read(kept, now))).toBe('ok');
  });

  it('keeps the logo of a sponsor beside it, which is not in the brand', async () => {
    const showId = await events.newShow();
    const { logo: own } = await set(showId, RED);
    const { logo: sponsors } = await setSponsor(showId, BLUE);
    expect(await events.read(showId)).toMatchObject({ logo: own, sponsorLogo: sponsors });
    expect((await brand(showId)).logo).toEqual(own);
    for (const logo of [own, sponsors]) expect(await outcomeOf(read(showId, hashIn(logo?.path)))).toBe('ok');
    expect(await events.logos.sweep(Date.now() + 2 * HOUR_MS)).toBe(0);
    await setSponsor(showId, null);
    expect(await events.read(showId)).not.toHaveProperty('sponsorLogo');
    expect(await outcomeOf(read(showId, hashIn(sponsors?.path)))).toBe('not-found');
    expect(await events.logos.sweep(Date.now() + 2 * HOUR_MS)).toBe(1);
    expect(await outcomeOf(read(showId, hashIn(own?.path)))).toBe('ok');
  });

  it('keeps the picture in the store when the sponsor has the same one and gives it up', async () => {
    const showId = await events.newShow();
    const hash = hashIn((await set(showId, RED)).logo?.path);
    await setSponsor(showId, RED);
    await setSponsor(showId, null);
    expect(await events.logos.sweep(Date.now() + 2 * HOUR_MS)).toBe(0);
    expect(await outcomeOf(read(showId, hash))).toBe('ok');
  });

  it('gives up the logo of a sponsor that is not in the store, but nothing where the store has no logos at all', async () => {
    const showId = await events.newShow();
    const { logo } = await set(showId, RED);
    const { logo: sponsors } = await setSponsor(showId, BLUE);
    const [own, other] = [logo, sponsors].map((each) => `event-logos/${showId}/${hashIn(each?.path)}`);
    await events.objects.remove(`${own}`);
    const bytes = await events.objects.get(`${other}`, SHOW_LIMITS.logoBytes);
    await events.objects.remove(`${other}`);
    await events.logos.sweep();
    expect(await events.read(showId)).toMatchObject({ logo, sponsorLogo: sponsors });
    await events.objects.put(`${own}`, bytes!.bytes, 'image/png');
    await events.logos.sweep();
    const now = await events.read(showId);
    expect([now.logo, now.sponsorLogo]).toEqual([logo, undefined]);
  });

  it('keeps the logo of a sponsor while the object store is away', async () => {
    const showId = await events.newShow();
    await set(showId, RED);
    const { logo } = await setSponsor(showId, BLUE);
    const missing = jest.spyOn(events.objects, 'stat').mockRejectedValue(new ObjectStoreUnavailableError('down'));
    await events.objects.remove(`event-logos/${showId}/${hashIn(logo?.path)}`);
    await expect(events.logos.sweep()).rejects.toThrow('down');
    expect(missing).toHaveBeenCalledTimes(1);
    expect((await events.read(showId)).sponsorLogo).toEqual(logo);
  });

  it('keeps the logo of a sponsor that is set while the store is listed', async () => {
    const showId = await events.newShow();
    await set(showId, RED);
    const list = events.objects.list.bind(events.objects);
    let logo: Awaited<ReturnType<typeof set>>['logo'] = null;
    jest.spyOn(events.objects, 'list').mockImplementation(async function* (prefix) {
      yield* list(prefix);
      ({ logo } = await setSponsor(showId, BLUE));
    });
    await events.logos.sweep();
    expect(logo).not.toBeNull();
    expect((await events.read(showId)).sponsorLogo).toEqual(logo);
  });

  it('refuses a picture while the object store is away, and keeps the former', async () => {
    const showId = await events.newShow();
    const { logo } = await set(showId, RED);
    jest.spyOn(events.objects, 'put').mockRejectedValue(new ObjectStoreUnavailableError('down'));
    expect(await outcomeOf(set(showId, BLUE))).toBe('event-logo-away');
    expect((await brand(showId)).logo).toEqual(logo);
    jest.spyOn(events.objects, 'get').mockRejectedValue(new ObjectStoreUnavailableError('down'));
    expect(await outcomeOf(read(showId, hashIn(logo?.path)))).toBe('unavailable');
  });
});
