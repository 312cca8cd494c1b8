import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../testing/eventually.js';
import {
  add,
  type BreakableConnection,
  bytes,
  reasonOf,
  text,
  type BusUnderTest,
  type SuiteConnection,
} from './parts.suite.js';

/** What a connection of every adapter does when it ends. `under` is open once the tests run. */
export function connectionSuite(under: () => BusUnderTest): void {
  describe('a connection to the bus', () => {
    let two: SuiteConnection;

    beforeAll(async () => {
      two = await under().connect();
    });

    it('drains: finishes accepted calls, accepts no more, and then disconnects', async () => {
      const leaving = await under().connect();
      let begun = 0;
      const { promise: workIsDone, resolve: finishWork } = Promise.withResolvers<void>();
      leaving.bus.serve(add, async ({ a }) => (begun++, await workIsDone, { sum: a }));
      await leaving.bus.flush();
      const taken = [1, 2, 3].map((a) => two.bus.call(add, { a }, { timeoutMs: 30_000 }));
      await eventually(() => expect(begun).toBe(3));
      const drained = leaving.bus.drain();
      await eventually(async () => expect(await reasonOf(two.bus.call(add, { a: 1 }))).toBe('no-responders'));
      finishWork();
      expect(await Promise.all(taken)).toEqual([{ sum: 1 }, { sum: 2 }, { sum: 3 }]);
      await drained;
      expect(leaving.bus.connected).toBe(false);
      expect(leaving.bus.publish('suite.x', bytes('x'))).toBe(false);
      expect(await reasonOf(leaving.bus.call(add, { a: 1 }))).toBe('disconnected');
    });
  });
}

/** What a connection of an adapter that reconnects does when it breaks. */
export function reconnectSuite(under: () => BusUnderTest<BreakableConnection>): void {
  describe('a broken connection to the bus', () => {
    let one: SuiteConnection;
    let two: SuiteConnection;

    beforeAll(async () => {
      one = await under().connect();
      two = await under().connect();
    });

    it('reports a lost publish while disconnected, and fails calls', async () => {
      const cut = await under().connect();
      const received: string[] = [];
      const silent = one.bus.serve(add, () => undefined);
      const listening = one.bus.subscribe('suite.c', (message) => void received.push(text(message.data)));
      await one.bus.flush();
      const pending = reasonOf(cut.bus.call(add, { a: 1 }, { timeoutMs: 4000 }));
      await cut.bus.flush();
      cut.cut();
      await eventually(() => expect(cut.bus.connected).toBe(false));
      expect(await pending).toBe('disconnected');
      expect(cut.bus.publish('suite.c', bytes('lost'))).toBe(false);
      expect(await reasonOf(cut.bus.call(add, { a: 1 }))).toBe('disconnected');
      await cut.bus.flush();
      cut.restore();
      await eventually(() => expect(cut.bus.publish('suite.c', bytes('back'))).toBe(true));
      await eventually(() => expect(received).toEqual(['back']));
      silent.unsubscribe();
      listening.unsubscribe();
      await cut.bus.drain();
    });

    it('reports every reconnect and receives messages again without a new subscription', async () => {
      const cut = await under().connect();
      const received: string[] = [];
      let reconnects = 0;
      const stop = cut.bus.onReconnect(() => (reconnects += 1));
      cut.bus.subscribe('suite.r', (message) => received.push(text(message.data)));
      cut.bus.serve(add, ({ a }) => ({ sum: a }));
      await cut.bus.flush();
      for (const round of [1, 2]) {
        cut.cut();
        await eventually(() => expect(cut.bus.connected).toBe(false));
        two.bus.publish('suite.r', bytes(`lost ${round}`));
        await two.bus.flush();
        cut.restore();
        await eventually(() => expect(reconnects).toBe(round));
        await cut.bus.flush();
        two.bus.publish('suite.r', bytes(`heard ${round}`));
        await eventually(() => expect(received.at(-1)).toBe(`heard ${round}`));
        expect(await two.bus.call(add, { a: round })).toEqual({ sum: round });
      }
      expect(received).toEqual(['heard 1', 'heard 2']);
      stop();
      cut.cut();
      await eventually(() => expect(cut.bus.connected).toBe(false));
      cut.restore();
      await eventually(() => expect(cut.bus.connected).toBe(true));
      expect(reconnects).toBe(2);
      await cut.bus.drain();
    });
  });
}
