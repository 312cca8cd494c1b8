import { expect, it } from '@jest/globals';
import type { Stores } from '../check.js';
import { type Limits, limitsOf, loadRateLimitConfig } from '../rate-limit.config.js';
import { every, of, openedWith, type Wish } from './asking.js';

/** The part of `behavesAsACheck` that is about the seats of a game. */
export function limitsSeats(open: () => Promise<Stores> | Stores): void {
  const opened = (limits: Limits) => openedWith(open, limits);
  const seats = async (ask: Awaited<ReturnType<typeof opened>>, count: number, wish: (i: number) => Wish) => {
    let taken = 0;
    for (let i = 0; i < count; i++) if ((await ask('take_seat', wish(i))).allowed) taken++;
    return taken;
  };

  it('lets one device take ten seats of a game, and again as many of another', async () => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const on = (game: string) => (i: number) => ({ user: `guest-${i}`, game, device: 'phone', address: '192.0.2.1' });
    expect(await seats(ask, 15, on('game-1'))).toBe(10);
    expect(await seats(ask, 15, on('game-2'))).toBe(10);
  });

  it('lets a user who has a seat return as often as they like', async () => {
    const ask = await opened(every(of(2, 60)));
    const again = () => ({ user: 'ada', device: 'phone', address: '192.0.2.1' });
    expect(await seats(ask, 20, again)).toBe(20);
    expect(await seats(ask, 5, (i) => ({ ...again(), user: `other-${i}` }))).toBe(1);
    // Who was refused holds no seat: asked again they are refused again.
    expect((await ask('take_seat', { ...again(), user: 'other-4' })).allowed).toBe(false);
    expect((await ask('take_seat', again())).allowed).toBe(true);
  });

  it('lets no user past the seats of a device by two requests at the same moment', async () => {
    const ask = await opened(every(of(2, 60)));
    const on = (user: string) => ask('take_seat', { user, device: 'phone', address: '192.0.2.1' });
    expect([await on('guest-1'), await on('guest-2')].map(({ allowed }) => allowed)).toEqual([true, true]);
    const twice = await Promise.all([on('guest-3'), on('guest-3'), on('guest-3')]);
    expect(twice.map(({ allowed }) => allowed)).toEqual([false, false, false]);
  });

  it('lets no single address take all seats of a game, however many devices it shows', async () => {
    const ask = await opened(every(of(2, 60), { CEILING_SEATS: of(30, 60) }));
    const phone = (i: number) => ({ user: `guest-${i}`, device: `phone-${i}`, address: '192.0.2.1' });
    expect(await seats(ask, 40, phone)).toBe(30);
    expect(await seats(ask, 5, (i) => ({ ...phone(100 + i), address: '192.0.2.2' }))).toBe(5);
  });

  it('allows a venue with 300 phones behind one address', async () => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, i) => {
        const phone = { user: `guest-${i}`, device: `phone-${i}`, address: '192.0.2.1' };
        return [await ask('sign_in_guest', phone), await ask('join_game', phone), await ask('take_seat', phone)];
      }),
    );
    expect(answers.flat().every((answer) => answer.allowed && !answer.delay)).toBe(true);
  });

  it('lets 400 of one address into a game at once, has those above wait in order, and refuses none below 2,000', async () => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const phone = (i: number) => ({ user: `guest-${i}`, device: `phone-${i}`, address: '192.0.2.1' });
    const answers = [];
    const dueTimes: { readonly earliest: number; readonly latest: number }[] = [];
    for (let i = 0; i < 2_000; i++) {
      const askedAt = performance.now();
      const answer = await ask('take_seat', phone(i));
      answers.push(answer);
      const ms = answer.delay?.ms;
      // Milliseconds are rounded up.
      if (ms !== undefined) dueTimes.push({ earliest: askedAt + ms - 1, latest: performance.now() + ms });
    }
    expect(answers.every(({ allowed }) => allowed)).toBe(true);
    expect(answers.slice(0, 400).every(({ delay }) => !delay)).toBe(true);
    const delays = answers.slice(400).flatMap(({ delay }) => delay ?? []);
    expect(delays).toHaveLength(1_600);
    // A slow machine may take more than ten seconds to ask, and places go down meanwhile; the order and the rate stay.
    expect(delays[0]?.place).toBe(1);
    expect(delays[0]?.ms).toBeLessThanOrEqual(10_050);
    const overtaking = dueTimes.filter(({ latest }, i) => latest < (dueTimes[i - 1]?.earliest ?? 0));
    expect(overtaking).toEqual([]);
    expect(delays.every(({ everyMs }) => everyMs === 50)).toBe(true);
    expect(delays.at(-1)?.ms).toBeLessThanOrEqual(90_000);

    const elsewhere = await ask('take_seat', { ...phone(2_001), address: '192.0.2.2' });
    const otherGame = await ask('take_seat', { ...phone(2_002), game: 'game-2' });
    const here = await ask('take_seat', { user: 'beside the server' });
    for (const answer of [elsewhere, otherGame, here]) expect(answer).toMatchObject({ allowed: true });
    for (const { delay } of [elsewhere, otherGame, here]) expect(delay ?? null).toBeNull();
  });

  it('keeps the place of a user who waits for a seat and asks again', async () => {
    const limits = limitsOf(loadRateLimitConfig({ CEILING_SEATS_BURST: '1/60', CEILING_SEATS_RATE: '1/10' }));
    const ask = await opened(limits);
    const phone = (i: number) => ({ user: `guest-${i}`, device: `phone-${i}`, address: '192.0.2.1' });
    for (const i of [1, 2, 3]) await ask('take_seat', phone(i));
    const again = [
      await ask('take_seat', phone(2)),
      await ask('take_seat', phone(3)),
      await ask('take_seat', phone(1)),
    ];
    expect(again.map(({ delay }) => delay?.place ?? 0)).toEqual([1, 2, 0]);
    expect(again[1]?.delay?.ms).toBeGreaterThan(60_000);
    expect(again[1]?.delay?.ms).toBeLessThanOrEqual(80_000);
    // From another address, too: the place belongs to the seat, not to a connection.
    expect((await ask('take_seat', { ...phone(3), address: '192.0.2.9' })).delay?.place).toBe(2);
    expect((await ask('take_seat', phone(4))).delay?.place).toBe(3);
  });
}
