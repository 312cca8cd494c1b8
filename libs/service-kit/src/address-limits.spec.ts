import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { countAddresses, RefusedError, type RequestOf } from '@earworm/contracts';
import { type Bus, createInProcessBus } from './bus/index.js';
import { eventually } from './testing/index.js';
import { AddressLimits } from './address-limits.js';

describe('address limits', () => {
  let bus: Bus;
  let addressLimits: AddressLimits;
  let now: number;
  let lastReport: RequestOf<typeof countAddresses>['spent'];
  const bugs: unknown[] = [];
  const spend = (address: string | null, times = 1) => {
    for (let i = 0; i < times; i++) addressLimits.spend('joins', address);
  };

  beforeEach(() => {
    now = 0;
    lastReport = [];
    bus = createInProcessBus();
    addressLimits = new AddressLimits(
      bus,
      (error) => bugs.push(error),
      () => now,
    );
  });
  afterEach(async () => {
    addressLimits.stop();
    await bus.drain();
    expect(bugs).toEqual([]);
  });

  it('reports points in batches, and refuses an address above its limit until its window ends', async () => {
    bus.serve(countAddresses, ({ spent }) => {
      lastReport.push(...spent);
      return {
        refused: spent
          .filter(({ points }) => points > 100)
          .map(({ address, ceiling }) => ({ address, ceiling, forMs: 30_000 })),
      };
    });
    spend('203.0.113.7', 400);
    spend('203.0.113.8', 50);
    await eventually(() => expect(() => spend('203.0.113.7')).toThrow(RefusedError));
    expect(lastReport.map(({ address, points }) => [address, points > 50])).toEqual([
      ['203.0.113.7', true],
      ['203.0.113.8', false],
    ]);
    expect(() => spend('203.0.113.7')).toThrow('Please wait 30 seconds');
    spend('203.0.113.8');
    addressLimits.spend('sockets', '203.0.113.7');
    expect(addressLimits.refusalOf('joins', '203.0.113.7')?.params).toEqual({ n: 30 });
    expect(addressLimits.refusalOf('joins', '203.0.113.8')).toBeNull();
    now = 30_000;
    spend('203.0.113.7');
  });

  it('reports points outside of the request that spent them', async () => {
    const request = new AsyncLocalStorage<string>();
    const tellers: string[] = [];
    bus.serve(countAddresses, () => ({ refused: [] }));
    const call: Bus['call'] = (...args) => {
      tellers.push(request.getStore() ?? 'nobody');
      return bus.call(...args);
    };
    const own = new AddressLimits({ call }, (error) => bugs.push(error));
    request.run('the first one', () => own.spend('joins', '203.0.113.7'));
    await eventually(() => expect(tellers).toEqual(['nobody']));
    request.run('another one', () => own.spend('joins', '203.0.113.7'));
    await eventually(() => expect(tellers).toEqual(['nobody', 'nobody']));
    own.stop();
  });

  it('reports points at once when one address has spent 500, without waiting for a batch', () => {
    const calls: RequestOf<typeof countAddresses>['spent'][] = [];
    const call = ((_call: unknown, { spent }: RequestOf<typeof countAddresses>) => {
      calls.push(spent);
      return Promise.resolve({ refused: [] });
    }) as Bus['call'];
    const own = new AddressLimits({ call }, (error) => bugs.push(error));
    own.spend('requests', '203.0.113.8');
    for (let i = 0; i < 24; i++) own.spend('requests', '203.0.113.7', 20);
    expect(calls).toEqual([]);
    own.spend('requests', '203.0.113.7', 20);
    const points = calls.map((spent) => spent.map(({ address, points: sum }) => [address, sum]));
    expect(points).toEqual([
      [
        ['203.0.113.8', 1],
        ['203.0.113.7', 500],
      ],
    ]);
    own.stop();
  });

  it('refuses no address while the rate-limit service is unreachable, and never refuses loopback', async () => {
    let failed = 0;
    const { call } = bus;
    bus.call = (...args) => call(...args).finally(() => (failed += 1));
    spend('203.0.113.7', 400);
    spend(null, 10_000);
    await eventually(() => expect(failed).toBe(1));
    spend('203.0.113.7');
  });
});
