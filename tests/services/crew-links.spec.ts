import { randomUUID } from 'node:crypto';
import type { RefusedError } from '@earworm/contracts';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { GAME_SERVICES } from '../harness/services-options.js';
import { Services } from '../harness/services.js';
import { type Guest, signInGuest } from '../load/guests.js';
import { describeWithNats } from './support/describe-with-nats.js';

const RIGHTS = ['judge' as const, 'people' as const];

describeWithNats('a link to the crew of a game', (nats) => {
  let services: Services;
  let host: Guest;
  let gameId: string;
  beforeAll(async () => {
    services = await Services.start({
      nats,
      only: [...GAME_SERVICES, 'shows'],
      env: { LOG_LEVEL: 'trace' },
    });
    host = await signInGuest(services.urls[0] ?? '');
    const body = { requestId: randomUUID(), moderatorName: 'Ruth', quiz: 'empty' as const };
    ({ gameId } = await host.http.call('createGame', { body }));
  });
  afterAll(() => services?.close());

  const newLink = async () => {
    const body = { rights: RIGHTS, purpose: 'co-host' as const };
    const { linkId, secret } = await host.http.call('createCrewLink', { params: { gameId }, body });
    return { secret, link: `${linkId}.${secret}` };
  };
  const use = (guest: Guest, link: string) => guest.http.call('useCrewLink', { body: { link, name: 'Cem' } });
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'ok',
      ({ code }: RefusedError) => code,
    );

  it('adds one of two users who use it at the same moment, and that one again after the services are killed', async () => {
    const { link } = await newLink();
    const guests = await Promise.all([signInGuest(services.urls[0] ?? ''), signInGuest(services.urls[0] ?? '')]);
    const codes = await Promise.all(guests.map((guest) => codeOf(use(guest, link))));
    expect([...codes].sort()).toEqual(['crew-link-used', 'ok']);
    const winner = guests[codes.indexOf('ok')] as Guest;
    for (const child of [services.of('shows'), ...services.games]) {
      await child.kill();
      await child.start();
    }
    expect(await use(winner, link)).toEqual({ gameId, rights: RIGHTS });
  });

  it('leaves its secret in no line of any log, also when it is refused', async () => {
    const [used, refused] = [await newLink(), await newLink()];
    const guest = await signInGuest(services.urls[0] ?? '');
    await use(guest, used.link);
    await guest.http.call('lookAtCrewLink', { body: { link: refused.link } });
    expect(await codeOf(use(await signInGuest(services.urls[0] ?? ''), used.link))).toBe('crew-link-used');
    expect(await codeOf(use(guest, `${refused.link.slice(0, -1)}!`))).toBe('crew-link-unknown');
    const { lines } = services;
    expect(lines.length).toBeGreaterThan(10);
    for (const { secret } of [used, refused]) expect(lines.filter((line) => line.includes(secret))).toEqual([]);
  });
});
