import { setImmediate } from 'node:timers/promises';
import { type Delay, RefusedError } from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Arrival } from '../connections/arriving.js';
import type { SlicedTask } from '../fan-out/scheduler.js';
import { ArrivalQueue, type ArrivalQueueOptions } from './arrival-queue.js';

const OPTIONS = { atOnce: 1, most: 1_000, retryMs: 60_000, keepMs: 30_000, tellEveryMs: 2_000 };

const inSlices = (task: SlicedTask): void => {
  while (!task.runSlice(3).isDone);
};

/** A queue whose work ends when the spec says so. */
function queueOf(options: Partial<ArrivalQueueOptions> = {}, now = () => Date.now()) {
  const { atOnce = OPTIONS.atOnce } = options;
  const queue = new ArrivalQueue(
    { ...OPTIONS, atOnceLate: atOnce, ...options },
    { schedule: (start) => start(), inSlices, now },
  );
  /** In order of their start. */
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const places = new Map<string, Delay>();
  const outcomes = new Map<string, string>();
  /** The latest of each key. */
  const arrivals = new Map<string, Arrival>();
  const arrive = (key: string, address: string | null = 'hall', device: string | null = key) => {
    const onPlace = (place: Delay) => void places.set(key, place);
    const arrival = { key, address, device, onPlace };
    arrivals.set(key, arrival);
    const work = () => {
      started.push(key);
      ends.set(key, Promise.withResolvers());
      return ends.get(key)!.promise;
    };
    queue.run(arrival, work).then(
      (outcome) => void outcomes.set(key, outcome),
      (error: unknown) => void outcomes.set(key, (error as RefusedError).code),
    );
  };
  const settled = () => setImmediate();
  return {
    queue,
    started,
    places,
    outcomes,
    arrive,
    leave: (key: string) => {
      const arrival = arrivals.get(key);
      if (arrival !== undefined) queue.leave(arrival);
    },
    settled,
    end: async (key: string, refusal?: RefusedError) => {
      if (refusal === undefined) ends.get(key)?.resolve('seated');
      else ends.get(key)?.reject(refusal);
      await settled();
    },
    /** Ends what is in work until nobody waits. */
    async drain() {
      for (let ended = 0; ended < started.length; ended++) {
        ends.get(started[ended]!)?.resolve('seated');
        await settled();
      }
    },
  };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => void jest.useRealTimers());

describe('the queue of arrivals', () => {
  it('starts people of one address in the order in which they arrived', async () => {
    const { arrive, drain, started } = queueOf();
    const people = Array.from({ length: 20 }, (_, n) => `p${n}`);
    for (const each of people) arrive(each);
    await drain();
    expect(started).toEqual(people);
  });

  it('serves addresses by turns, however many wait at one of them', async () => {
    const { arrive, drain, started } = queueOf();
    for (let n = 0; n < 5; n++) arrive(`hall-${n}`, 'hall');
    for (let n = 0; n < 2; n++) arrive(`home-${n}`, 'home');
    await drain();
    expect(started).toEqual(['hall-0', 'hall-1', 'home-0', 'hall-2', 'home-1', 'hall-3', 'hall-4']);
  });

  it('serves devices of an address by turns, and those without a device as one', async () => {
    const { arrive, drain, started } = queueOf();
    for (let n = 0; n < 4; n++) arrive(`bot-${n}`, 'hall', null);
    arrive('ann');
    arrive('ben');
    await drain();
    expect(started.slice(0, 4)).toEqual(['bot-0', 'bot-1', 'ann', 'ben']);
    expect(started).toHaveLength(6);
  });

  it('works on no more arrivals at once than it may', async () => {
    const { arrive, started, end } = queueOf({ atOnce: 3 });
    for (let n = 0; n < 5; n++) arrive(`p${n}`);
    expect(started).toHaveLength(3);
    await end('p1');
    expect(started).toHaveLength(4);
  });

  it('works on more arrivals at once while the event loop is on time, and on few again after it was late', async () => {
    let lateMs = 0;
    const { started, arrive, end } = queueOf({ atOnce: 6, atOnceLate: 2 }, () => Date.now() + lateMs);
    for (let n = 0; n < 20; n++) arrive(`p${n}`);
    expect(started).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(20);
    expect(started).toHaveLength(4);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(started).toHaveLength(6);
    for (let looks = 0; looks < 2; looks++) {
      lateMs += 6;
      await jest.advanceTimersByTimeAsync(10);
    }
    for (const key of started.slice(0, 4)) await end(key);
    expect(started).toHaveLength(6);
    await end('p4');
    expect(started).toHaveLength(7);
  });

  it('begins with few at once again after all had been served', async () => {
    const { started, arrive, drain } = queueOf({ atOnce: 6, atOnceLate: 2 });
    for (let n = 0; n < 8; n++) arrive(`p${n}`);
    await jest.advanceTimersByTimeAsync(1_000);
    await drain();
    expect(started).toHaveLength(8);
    for (let n = 8; n < 16; n++) arrive(`p${n}`);
    expect(started).toHaveLength(10);
  });

  it('puts an arrival that was refused for a moment back at its place', async () => {
    const { arrive, started, places, end, outcomes, settled } = queueOf();
    for (const each of ['ann', 'ben', 'cat']) arrive(each);
    await end('ann', new RefusedError('busy'));
    expect(started).toEqual(['ann', 'ben']);
    expect(places.get('ann')).toMatchObject({ place: 1 });
    await jest.advanceTimersByTimeAsync(200);
    await end('ben');
    await end('ann');
    await settled();
    expect(started).toEqual(['ann', 'ben', 'ann', 'cat']);
    expect(outcomes.get('ann')).toBe('seated');
  });

  it('tries an arrival again whose pause ends between two looks at the clock', async () => {
    let time = 0;
    // Timers fire a little early, and each look takes its time.
    const { arrive, end, started } = queueOf({}, () => (time = Math.max(time + 0.3, Date.now() - 1)));
    arrive('ada');
    for (let n = 1; n <= 50; n++) {
      await end('ada', new RefusedError('busy'));
      jest.advanceTimersByTime(1_100);
      expect(started).toHaveLength(n + 1);
    }
  });

  it('tries an arrival again whose pause ends while somebody else leaves', async () => {
    let ahead = 0;
    const { arrive, end, leave, started } = queueOf({}, () => Date.now() + ahead);
    arrive('ada');
    await end('ada', new RefusedError('busy'));
    arrive('bob');
    await end('bob', new RefusedError('busy'));
    ahead = 200;
    leave('bob');
    expect(started).toEqual(['ada', 'bob', 'ada']);
  });

  it('refuses an arrival for good that is refused for good, or for a minute', async () => {
    const { arrive, end, outcomes } = queueOf();
    arrive('ann');
    await end('ann', new RefusedError('banned'));
    arrive('ben');
    for (let second = 0; second < 62; second++) {
      await end('ben', new RefusedError('guest-wait'));
      await jest.advanceTimersByTimeAsync(1_000);
    }
    await end('ben', new RefusedError('guest-wait'));
    expect([outcomes.get('ann'), outcomes.get('ben')]).toEqual(['banned', 'guest-wait']);
  });

  it('tries an arrival again that waited for more than a minute before its first attempt', async () => {
    const { arrive, end, outcomes, started } = queueOf();
    arrive('ann');
    arrive('ben');
    await jest.advanceTimersByTimeAsync(61_000);
    await end('ann');
    await end('ben', new RefusedError('busy'));
    await jest.advanceTimersByTimeAsync(200);
    expect(started).toEqual(['ann', 'ben', 'ben']);
    await end('ben');
    expect(outcomes.get('ben')).toBe('seated');
  });

  it('keeps the place of somebody whose connection was lost for half a minute', async () => {
    const { queue, arrive, leave, started, end, outcomes } = queueOf();
    for (const each of ['ann', 'ben', 'cat', 'dan']) arrive(each);
    leave('ben');
    await end('ann');
    expect(started).toEqual(['ann', 'cat']);
    await jest.advanceTimersByTimeAsync(29_000);
    arrive('ben');
    await end('cat');
    expect(started).toEqual(['ann', 'cat', 'ben']);
    leave('dan');
    await jest.advanceTimersByTimeAsync(31_000);
    expect([outcomes.get('dan'), queue.waiting]).toEqual(['retry', 0]);
  });

  it('makes no further attempt for a connection that was lost during one, until the person is back', async () => {
    const { queue, arrive, leave, started, end, outcomes, settled } = queueOf();
    arrive('ann');
    arrive('ben');
    leave('ann');
    await end('ann', new RefusedError('busy'));
    await end('ben');
    await jest.advanceTimersByTimeAsync(5_000);
    expect([started, queue.waiting]).toEqual([['ann', 'ben'], 1]);
    arrive('ann');
    await settled();
    expect(started).toEqual(['ann', 'ben', 'ann']);
    await end('ann');
    expect(outcomes.get('ann')).toBe('seated');
  });

  it('keeps the place of a person who is back on another socket before the first one has closed', async () => {
    const { queue, started, end } = queueOf();
    const arrival = (key: string) => ({ key, address: 'hall', device: key, onPlace: () => undefined });
    const [first, second] = [arrival('ann'), arrival('ann')];
    const work = () => {
      started.push('ann');
      return Promise.resolve();
    };
    const { promise: isAtWork, resolve: finish } = Promise.withResolvers<void>();
    void queue.run(first, () => isAtWork);
    const back = queue.run(second, work);
    queue.leave(first);
    finish();
    await end('none');
    await back;
    expect(started).toEqual(['ann']);
  });

  it('keeps the place of a person whose connection was lost during an attempt that then failed', async () => {
    const { arrive, leave, started, end, drain } = queueOf();
    for (const each of ['ann', 'ben', 'cat']) arrive(each);
    leave('ann');
    arrive('ann');
    await end('ann', new RefusedError('retry'));
    await drain();
    expect(started).toEqual(['ann', 'ann', 'ben', 'cat']);
  });

  it('sends the latest place again after a failed attempt', async () => {
    const { arrive, places, end } = queueOf();
    for (const each of ['ann', 'ben', 'cat']) arrive(each);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(places.get('cat')).toMatchObject({ place: 2 });
    for (const each of ['ann', 'ben', 'cat']) await end(each, new RefusedError('unavailable'));
    expect([places.get('ann'), places.get('cat')]).toMatchObject([{ place: 1 }, { place: 2 }]);
  });

  it('tells everybody who waits their place and how long that takes', async () => {
    const { arrive, places, end } = queueOf();
    for (const each of ['ann', 'ben', 'cat']) arrive(each);
    arrive('eve', 'home');
    await jest.advanceTimersByTimeAsync(1_000);
    await end('ann');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(places.get('ann')).toBeUndefined();
    expect(places.get('eve')).toMatchObject({ place: 2 });
    expect(places.get('cat')).toMatchObject({ place: 2 });
    const { ms, everyMs, place } = places.get('cat')!;
    expect(ms).toBe(Math.round(place * everyMs));
  });

  it('tells each as their place how many are served before them and with them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(4)), { minLength: 2, maxLength: 40 }), async (people) => {
        const { queue, arrive, places, started, drain } = queueOf();
        // One device at an address: within it, places follow the order of arrival.
        for (const [n, [address]] of people.entries()) arrive(`p${n}`, `a${address}`, null);
        await jest.advanceTimersByTimeAsync(2_000);
        const told = [...places];
        await drain();
        queue.stop();
        expect(told).toHaveLength(people.length - 1);
        const line = (key: string) => people[Number(key.slice(1))]![0];
        const ahead = (key: string) => {
          const own = told.filter(([other]) => line(other) === line(key)).map(([other]) => other);
          const most = own.indexOf(key) + 1;
          const lengths = [0, 1, 2, 3, 4].map((n) => told.filter(([other]) => line(other) === n).length);
          return lengths.reduce((sum, length) => sum + Math.min(length, most), 0);
        };
        const byTurn = new Map([...told].sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1))));
        told.splice(0, told.length, ...byTurn);
        for (const [key, { place }] of told) expect([key, place]).toEqual([key, ahead(key)]);
        expect(started).toHaveLength(people.length);
      }),
      { numRuns: 60 },
    );
  });

  it('counts as busy while some could be worked on, and not while they are paused or away', async () => {
    const { queue, arrive, leave, end } = queueOf();
    arrive('ann');
    expect(queue.isBusy).toBe(false);
    arrive('ben');
    expect(queue.isBusy).toBe(true);
    leave('ben');
    expect(queue.isBusy).toBe(false);
    await end('ann', new RefusedError('busy'));
    expect([queue.isBusy, queue.waiting]).toEqual([false, 2]);
  });

  it('refuses those beyond its bound, and everybody when it stops', async () => {
    const { queue, arrive, outcomes, settled } = queueOf({ most: 2 });
    for (const each of ['ann', 'ben', 'cat', 'dan']) arrive(each);
    await settled();
    expect([...outcomes]).toEqual([['dan', 'busy']]);
    queue.stop();
    await settled();
    expect([outcomes.get('ben'), outcomes.get('cat'), queue.waiting]).toEqual(['retry', 'retry', 0]);
  });

  it('seats everybody in the end, for every order of arrivals, refusals and lost connections', async () => {
    const step = fc.record({
      what: fc.constantFrom('arrive', 'arrive', 'leave', 'return', 'end', 'refuse', 'pass'),
      who: fc.nat(11),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, atOnce) => {
        const { queue, arrive, leave, started, outcomes, end, drain } = queueOf({ atOnce, keepMs: 1e9, retryMs: 1e9 });
        const arrived: string[] = [];
        const seated = () => [...outcomes].filter(([, outcome]) => outcome === 'seated').map(([key]) => key);
        for (const { what, who } of steps) {
          const key = `p${who}`;
          if (what === 'arrive' && !arrived.includes(key)) {
            arrived.push(key);
            arrive(key, `a${who % 3}`, `d${who % 6}`);
          } else if (what === 'leave') leave(key);
          else if (what === 'return' && arrived.includes(key) && !started.includes(key)) {
            arrive(key, `a${who % 3}`, `d${who % 6}`);
          } else if (what === 'end') await end(started.at(-1) ?? '');
          else if (what === 'refuse') await end(started.at(-1) ?? '', new RefusedError('busy'));
          else await jest.advanceTimersByTimeAsync(1_500);
        }
        for (const key of arrived) if (!seated().includes(key)) arrive(key, `a${Number(key.slice(1)) % 3}`, 'any');
        for (let n = 0; n < 30; n++) {
          await drain();
          await jest.advanceTimersByTimeAsync(1_500);
        }
        expect(new Set(seated())).toEqual(new Set(arrived));
        expect(queue.waiting).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});
