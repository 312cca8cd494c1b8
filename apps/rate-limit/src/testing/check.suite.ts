import { expect, it } from '@jest/globals';
import { COUNTED_ACTIONS, type CountedAction } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { createAddressLimits } from '../address-limits.js';
import type { Stores } from '../check.js';
import { type CountedBy, LIMIT_DEFAULTS, type Limits, limitsOf, loadRateLimitConfig } from '../rate-limit.config.js';
import { every, of, openedWith, type Wish } from './asking.js';
import { raisesLimits } from './raised.suite.js';
import { limitsSeats } from './seats.suite.js';

const keysOf = (action: CountedAction): readonly CountedBy[] => LIMIT_DEFAULTS[action].flatMap(({ by }) => [...by]);
const BY_USER = COUNTED_ACTIONS.filter((action) => keysOf(action)[0]?.startsWith('user'));
const BY_DEVICE = COUNTED_ACTIONS.filter((action) => keysOf(action).includes('device'));
/** The limits of addresses alone, raised. */
const ROOMY = Object.fromEntries(
  Object.values(LIMIT_DEFAULTS)
    .flatMap((rows) => [...rows])
    .filter(({ by }) => by.every((each) => each === 'address'))
    .map(({ variable }) => [variable, { points: 1_000, seconds: 60 }]),
);

/** What limits must do wherever they are counted. `open` starts from nothing each time. */
export function behavesAsACheck(open: () => Promise<Stores> | Stores): void {
  const opened = (limits: Limits) => openedWith(open, limits);

  it.each(BY_USER)('allows %s up to its limit, then returns how long to wait', async (action) => {
    const ask = await opened(every(of(3, 60)));
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await ask(action));
    expect(answers.slice(0, 3)).toEqual([2, 1, 0].map((remaining) => ({ allowed: true, remaining, resetTime: 0 })));
    expect(answers[3]).toMatchObject({ allowed: false, remaining: 0 });
    expect(answers[3]?.resetTime).toBeGreaterThan(55_000);
    expect(answers[3]?.resetTime).toBeLessThanOrEqual(60_000);
  });

  it.each(BY_USER)('counts %s by its own key, which no other user can spend', async (action) => {
    const ask = await opened(every(of(1, 60)));
    await ask(action);
    const inGame = keysOf(action)[0] === 'user and game';
    expect((await ask(action, { game: 'game-2' })).allowed).toBe(inGame);
    expect((await ask(action, { user: 'bob' })).allowed).toBe(true);
  });

  it.each(BY_DEVICE)('gives no more of %s for signing in again on the same device', async (action) => {
    const ask = await opened(every(of(2, 60), ROOMY));
    const as = (user: string, device = 'phone-1') => ask(action, { user, device, address: '192.0.2.1' });
    expect([await as('guest-1'), await as('guest-2')].map(({ allowed }) => allowed)).toEqual([true, true]);
    expect((await as('guest-3')).allowed).toBe(false);
    expect((await as('guest-4', 'phone-2')).allowed).toBe(true);
  });

  it('gives all who hide their device at one address as much as ten devices, and no other address less', async () => {
    const ask = await opened(every(of(2, 60)));
    const address = '192.0.2.1';
    const hidden = [];
    for (let i = 0; i < 25; i++) hidden.push(await ask('join_game', { user: `guest-${i}`, address }));
    expect(hidden.filter(({ allowed }) => allowed)).toHaveLength(20);
    expect((await ask('join_game', { user: 'ann', address, device: 'phone' })).allowed).toBe(true);
    expect((await ask('join_game', { user: 'bob', address: '192.0.2.2' })).allowed).toBe(true);
  });

  it('lets one address prepare 500 games of 200 KB a day with as many devices as it has, and not one more', async () => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const prepare = async (i: number, address = '192.0.2.1') => {
      const who = { user: `guest-${i}`, device: `laptop-${i}`, address };
      const created = await ask('create_game', who);
      return created.allowed ? ask('write_questions', { ...who, points: 200_000 }) : created;
    };
    const answers = [];
    for (let i = 0; i < 500; i++) answers.push(await prepare(i));
    expect(answers.every(({ allowed }) => allowed)).toBe(true);
    const { allowed, resetTime } = await prepare(500);
    expect(allowed).toBe(false);
    expect(resetTime).toBeGreaterThan(23 * 3_600_000);
    expect(resetTime).toBeLessThanOrEqual(24 * 3_600_000);
    expect((await prepare(501, '192.0.2.2')).allowed).toBe(true);
  });

  it('lets one person put 40 MB of questions into games a day, also as another guest of the same device', async () => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const write = (user: string) => ask('write_questions', { user, device: 'laptop', points: 2_000_000 });
    for (let i = 0; i < 20; i++) expect((await write('ada')).allowed).toBe(true);
    expect((await write('ada')).allowed).toBe(false);
    expect((await write('another-guest')).allowed).toBe(false);
  });

  it('lets one address create 600 games in ten minutes, however many guests it signs in', async () => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const create = (i: number, address = '192.0.2.1') =>
      ask('create_game', { user: `guest-${i}`, device: `phone-${i}`, address });
    let created = 0;
    for (let i = 0; i < 700; i++) if ((await create(i)).allowed) created++;
    expect(created).toBe(600);
    expect((await create(700, '192.0.2.2')).allowed).toBe(true);
  });

  it('lets an address try 60 wrong codes a minute, then ten a second in turn, and each of its devices ten', async () => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const wrong = async (times: number, wish: Wish) => {
      let allowed = 0;
      for (let i = 0; i < times; i++) {
        const answer = await ask('try_code', wish);
        if (answer.allowed && !answer.delay) allowed++;
      }
      return allowed;
    };
    const address = '192.0.2.1';
    expect(await wrong(15, { device: 'phone', address })).toBe(10);
    // The first place in the queue has no delay.
    expect(await wrong(70, { address })).toBe(51);
    expect(await ask('try_code', { device: 'phone', address })).toMatchObject({ allowed: false });
    const next = { allowed: true, delay: { ms: 100, place: 1, everyMs: 100 } };
    expect(await ask('try_code', { device: 'phone-2', address, spend: false })).toMatchObject(next);
    const { delay } = await ask('try_code', { device: 'phone-2', address });
    expect(delay?.everyMs).toBe(100);
    expect(delay?.place).toBeGreaterThan(1);
    expect(await wrong(1, { device: 'phone-2', address: '192.0.2.2' })).toBe(1);
  });

  it.each([
    ['clip_bytes', 1_024],
    ['screenshot_bytes', 256],
  ] as const)('limits the %s of one address, for all its users together, to %d MB a day', async (action, megabytes) => {
    const ask = await opened(limitsOf(loadRateLimitConfig({})));
    const part = (i: number) => ({
      user: `guest-${i}`,
      device: `phone-${i}`,
      points: (megabytes / 16) * 1024 * 1024,
    });
    let allowed = 0;
    for (let i = 0; i < 20; i++) if ((await ask(action, { ...part(i), address: '192.0.2.1' })).allowed) allowed++;
    expect(allowed).toBe(16);
    const refused = await ask(action, { ...part(20), address: '192.0.2.1' });
    expect(refused.resetTime).toBeGreaterThan(86_000_000);
    expect(await ask(action, { ...part(21), address: '192.0.2.2' })).toMatchObject({ allowed: true });
    expect(await ask(action, part(22))).toMatchObject({ allowed: true });
  });

  it('counts each action separately', async () => {
    const ask = await opened(every(of(1, 60)));
    for (const action of COUNTED_ACTIONS)
      expect((await ask(action, { device: 'phone', address: '192.0.2.1' })).allowed).toBe(true);
  });

  it('spends nothing when a limit is only read', async () => {
    const ask = await opened(every(of(1, 60)));
    const look = { device: 'phone', spend: false };
    for (let i = 0; i < 3; i += 1)
      expect(await ask('join_game', look)).toEqual({ allowed: true, remaining: 1, resetTime: 0 });
    await ask('join_game', { device: 'phone' });
    expect(await ask('join_game', { ...look, user: 'bob' })).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('allows an action again when the window is over, however often it was requested meanwhile', async () => {
    const ask = await opened(every(of(1, 1)));
    await ask('answer_submission');
    for (let i = 0; i < 20; i += 1) expect((await ask('answer_submission')).allowed).toBe(false);
    const { resetTime } = await ask('answer_submission');
    expect(resetTime).toBeLessThanOrEqual(1000);
    await eventually(async () => expect((await ask('answer_submission')).allowed).toBe(true));
  });

  it('allows exactly the limit when many requests arrive at the same moment', async () => {
    const ask = await opened(every(of(5, 60)));
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('create_game')));
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(5);
  });

  it('names an address that is above its limit until its window ends, and no other', async () => {
    const limits = limitsOf(loadRateLimitConfig({ CEILING_JOINS: '1000/60' }));
    const addressLimits = createAddressLimits(limits, (await open()).counters);
    const spent = (address: string, points: number) => ({ address, ceiling: 'joins' as const, points });
    expect(await addressLimits({ spent: [spent('192.0.2.1', 900), spent('192.0.2.2', 900)] })).toEqual({ refused: [] });
    const { refused } = await addressLimits({ spent: [spent('192.0.2.1', 101), spent('192.0.2.2', 100)] });
    expect(refused).toEqual([{ address: '192.0.2.1', ceiling: 'joins', forMs: expect.any(Number) }]);
    expect(refused[0]?.forMs).toBeGreaterThan(50_000);
    expect(await addressLimits({ spent: [{ ...spent('192.0.2.1', 1), ceiling: 'sockets' }] })).toEqual({ refused: [] });
  });

  limitsSeats(open);
  raisesLimits(open);
}
