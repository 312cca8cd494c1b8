import { checkLimit, RefusedError, type ReplyOf, type RequestOf } from '@earworm/contracts';
import { createInProcessBus, type Bus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CodeLimits } from './code-limits.js';

const HALL = { device: 'phone', address: '203.0.113.7' };
const ELSEWHERE = { device: 'other', address: '198.51.100.9' };
const RIGHT = 'ABC234';
const ONE_PLACE = { ms: 1, place: 1, everyMs: 1 };

describe('the look-up of a game code', () => {
  let bus: Bus;
  let codes: CodeLimits;
  let asked: RequestOf<typeof checkLimit>[];
  let hasAddressPoints: boolean;
  let hasDevicePoints: boolean;
  /** Devices that have points when they ask, and none left when they are charged. */
  let outOfPoints: Set<string>;
  /** Holds the next place in the line. */
  let hold: Promise<void> | null;
  let tried: string[];

  beforeEach(() => {
    [asked, tried, hasAddressPoints, hasDevicePoints, hold] = [[], [], true, true, null];
    outOfPoints = new Set();
    bus = createInProcessBus();
    bus.serve(checkLimit, async (request): Promise<ReplyOf<typeof checkLimit>> => {
      asked.push(request);
      const isCharged = request.spend && outOfPoints.has(request.device ?? '');
      if (!hasDevicePoints || isCharged) return { allowed: false, remaining: 0, resetTime: 20_000 };
      if (hasAddressPoints || request.address === null) return { allowed: true, remaining: 5, resetTime: 0 };
      if (request.spend) await hold;
      return { allowed: true, remaining: 0, resetTime: 0, delay: ONE_PLACE };
    });
    const links = { fits: (code: string, signature: string) => signature === `signed ${code}` };
    codes = new CodeLimits({ bus, withinMs: 10_000 }, links);
  });
  afterEach(() => bus.drain());

  const find = (code: string, caller = HALL, signature?: string) =>
    codes
      .find({ code, caller, signature }, async () => {
        tried.push(code);
        if (code !== RIGHT) throw new RefusedError('game-not-found');
        return 'game-1';
      })
      .catch((error: unknown) => (error as RefusedError).code);
  const spentBy = (of: string) =>
    asked.filter(({ spend, device, address }) => spend && (device === of || address === of)).length;
  const spent = () => asked.filter((request) => request.spend).length;
  const wrong = (n: number) => Array.from({ length: n }, (_, i) => `WRONG${i}`);

  it('costs a point when the code is wrong, and none when it is right', async () => {
    expect(await find('WRONG1')).toBe('game-not-found');
    expect(spent()).toBe(1);
    expect(await find(RIGHT)).toBe('game-1');
    expect(spent()).toBe(1);
  });

  it('gets no answer for a device without points', async () => {
    hasDevicePoints = false;
    expect(await find(RIGHT)).toBe('limit-join');
    expect(tried).toEqual([]);
  });

  it('waits its turn at an address without points instead of being refused', async () => {
    hasAddressPoints = false;
    expect(await Promise.all([find('WRONG1'), find(RIGHT)])).toEqual(['game-not-found', 'game-1']);
    expect(spentBy(HALL.address)).toBe(2);
  });

  it('takes one turn for everybody who asks for the same code, and what most ask for goes first', async () => {
    hasAddressPoints = false;
    const held = Promise.withResolvers<void>();
    hold = held.promise;
    const others = wrong(5).map((code) => find(code));
    await eventually(() => expect(spent()).toBe(1));
    const hall = Array.from({ length: 30 }, (_, i) => find(RIGHT, { ...HALL, device: `phone-${i}` }));
    await eventually(() => expect(asked.filter((request) => !request.spend)).toHaveLength(35));
    held.resolve();
    expect(new Set(await Promise.all(hall))).toEqual(new Set(['game-1']));
    await Promise.all(others);
    expect(tried).toEqual(['WRONG0', RIGHT, 'WRONG1', 'WRONG2', 'WRONG3', 'WRONG4']);
  });

  /** Asks for one code from several devices while the line is held, and then lets it go on. */
  const findTogether = async (code: string, devices: readonly string[]) => {
    hasAddressPoints = false;
    const held = Promise.withResolvers<void>();
    hold = held.promise;
    const answers = devices.map((device) => find(code, { ...HALL, device }));
    await eventually(() => expect(asked.filter((request) => !request.spend)).toHaveLength(devices.length));
    held.resolve();
    return Promise.all(answers);
  };

  it('costs no device a point for a right code that waited in the line, so that nobody is refused for the device of another', async () => {
    outOfPoints.add('first');
    expect(await findTogether(RIGHT, ['first', 'second'])).toEqual(['game-1', 'game-1']);
    expect([spentBy('first'), spentBy('second'), spentBy(HALL.address)]).toEqual([0, 0, 1]);
  });

  it('costs each device a point for a wrong code that waited in the line, and answers only those that had one', async () => {
    outOfPoints.add('first');
    expect(await findTogether('WRONG1', ['first', 'second'])).toEqual(['limit-join', 'game-not-found']);
    expect([spentBy('first'), spentBy('second'), spentBy(HALL.address)]).toEqual([1, 1, 1]);
  });

  it('reports that it waits in the line, and only then', async () => {
    let queued = 0;
    const look = (code: string) =>
      codes
        .find({ code, caller: HALL, onQueued: () => (queued += 1) }, () =>
          Promise.reject(new RefusedError('game-not-found')),
        )
        .catch(() => queued);
    expect(await look('WRONG1')).toBe(0);
    hasAddressPoints = false;
    expect(await look('WRONG2')).toBe(1);
  });

  it('costs nothing for a code that was right at the same address, and waits for no limit', async () => {
    expect(await find(RIGHT)).toBe('game-1');
    [hasAddressPoints, hasDevicePoints] = [false, false];
    const before = asked.length;
    expect(await find(RIGHT, { ...HALL, device: 'new' })).toBe('game-1');
    expect(asked).toHaveLength(before);
    expect(await find(RIGHT, ELSEWHERE)).toBe('limit-join');
  });

  it('costs nothing with a signature of the code, and makes it known at the address', async () => {
    [hasAddressPoints, hasDevicePoints] = [false, false];
    expect(await find(RIGHT, HALL, `signed ${RIGHT}`)).toBe('game-1');
    expect(asked).toEqual([]);
    expect(await find(RIGHT, { ...HALL, device: 'typed' })).toBe('game-1');
    expect(await find('WRONG1', HALL, `signed ${RIGHT}`)).toBe('limit-join');
  });

  it('fails while 40 other codes wait at the address, unless it is one of them', async () => {
    hasAddressPoints = false;
    const held = Promise.withResolvers<void>();
    hold = held.promise;
    const waiting = [...wrong(39), RIGHT].map((code) => find(code));
    await eventually(() => expect(asked.filter((request) => !request.spend)).toHaveLength(40));
    expect(await find('WRONG99')).toBe('limit-join');
    const joined = find(RIGHT);
    await eventually(() => expect(asked.filter((request) => !request.spend)).toHaveLength(42));
    held.resolve();
    expect(await joined).toBe('game-1');
    await Promise.all(waiting);
  });
});
