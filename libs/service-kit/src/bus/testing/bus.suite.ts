import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import { eventually } from '../../testing/eventually.js';
import { decode, encode } from '../codec.js';
import { connectionSuite } from './connection.suite.js';
import { type Bus, BusError, EncodedReply } from '../port.js';
import {
  add,
  addByReference,
  bytes,
  reasonOf,
  text,
  turns,
  type BusUnderTest,
  type SuiteConnection,
} from './parts.suite.js';

/** The common behaviour of every adapter of the bus; adapters that reconnect pass `reconnectSuite` too. */
export function busSuite<Connection extends SuiteConnection>(
  name: string,
  open: () => Promise<BusUnderTest<Connection>>,
  reconnects?: (under: () => BusUnderTest<Connection>) => void,
): void {
  describe(`the bus over ${name}`, () => {
    let under: BusUnderTest<Connection>;
    let one: SuiteConnection;
    let two: SuiteConnection;
    const clean: (() => void)[] = [];

    beforeAll(async () => {
      under = await open();
      one = await under.connect();
      two = await under.connect();
    });
    afterEach(async () => {
      for (const undo of clean.splice(0)) undo();
      await Promise.all([one.bus.flush(), two.bus.flush()]);
    });
    afterAll(() => under.close());

    /** Subscribes for the length of one test; ready for messages from any connection. */
    async function listen(bus: Bus, subject: string, handler: (words: string) => void, options?: { queue?: string }) {
      const subscription = bus.subscribe(subject, (message) => handler(text(message.data)), options);
      clean.push(() => subscription.unsubscribe());
      await bus.flush();
      return subscription;
    }
    /** Resolves when each has received what both had sent: messages of one sender stay in order. */
    async function nothingOnItsWay() {
      const [to, from] = [[] as string[], [one, two]];
      const both = from.map(({ bus }) => bus.subscribe('suite.fence', ({ data }) => void to.push(text(data))));
      await Promise.all(from.map(({ bus }) => bus.flush()));
      for (const [i, { bus }] of from.entries()) bus.publish('suite.fence', bytes(String(i)));
      await eventually(() => expect(to.sort()).toEqual(['0', '0', '1', '1']));
      for (const subscription of both) subscription.unsubscribe();
    }
    async function serveAdd(
      bus: Bus,
      handler: Parameters<typeof bus.serve<typeof add>>[1],
      options?: { queue?: null },
    ) {
      const subscription = bus.serve(add, handler, options);
      clean.push(() => subscription.unsubscribe());
      await bus.flush();
    }

    it("returns the handler's reply, with defaults for fields that the request omits", async () => {
      await serveAdd(one.bus, ({ a, b }) => ({ sum: a + b }));
      expect(await two.bus.call(add, { a: 1, b: 2 })).toEqual({ sum: 3 });
      expect(await two.bus.call(add, { a: 1 })).toEqual({ sum: 2 });
      expect(await one.bus.call(add, { a: 4 })).toEqual({ sum: 5 });
    });

    it('answers and refuses a call by reference like any other', async () => {
      const handler = ({ a, b }: { a: number; b: number }) => {
        if (a < 0) throw new RefusedError('limit-join', { n: 3 });
        return b === 0 ? new EncodedReply(`{"sum":${a}}`) : { sum: a + b };
      };
      const subscription = one.bus.serve(addByReference, handler);
      clean.push(() => subscription.unsubscribe());
      await one.bus.flush();
      for (const { bus } of [one, two]) {
        expect(await bus.call(addByReference, { a: 1, b: 2 })).toEqual({ sum: 3 });
        expect(await bus.call(addByReference, { a: 4, b: 0 })).toEqual({ sum: 4 });
        await expect(bus.call(addByReference, { a: -1, b: 2 })).rejects.toEqual(
          new RefusedError('limit-join', { n: 3 }),
        );
      }
    });

    it('carries a call by reference as JSON to a subscriber that reads bytes', async () => {
      const subscription = one.bus.subscribe('suite.add-by-reference', (message) => {
        const { a, b } = decode(message.data) as { a: number; b: number };
        message.respond?.(encode({ ok: true, value: { sum: a + b } }));
      });
      clean.push(() => subscription.unsubscribe());
      await one.bus.flush();
      for (const { bus } of [one, two]) expect(await bus.call(addByReference, { a: 1, b: 2 })).toEqual({ sum: 3 });
      expect(decode(await one.bus.request('suite.add-by-reference', encode({ a: 1, b: 3 }), 500))).toEqual({
        ok: true,
        value: { sum: 4 },
      });
    });

    it('waits for a slow handler', async () => {
      await serveAdd(one.bus, async ({ a }) => (await turns(), { sum: a }));
      const sums = await Promise.all([1, 2, 3].map((a) => two.bus.call(add, { a })));
      expect(sums).toEqual([{ sum: 1 }, { sum: 2 }, { sum: 3 }]);
    });

    it('fails at once when there is no responder', async () => {
      expect(await reasonOf(two.bus.call(add, { a: 1 }, { timeoutMs: 60_000 }))).toBe('no-responders');
    });

    it('times out on a silent handler, and not before', async () => {
      await serveAdd(one.bus, () => undefined);
      const start = performance.now();
      expect(await reasonOf(two.bus.call(add, { a: 1 }, { timeoutMs: 120 }))).toBe('time-out');
      expect(performance.now() - start).toBeGreaterThan(110);
    });

    it('takes the answer of the owner when other handlers stay silent', async () => {
      await serveAdd(one.bus, () => undefined, { queue: null });
      await serveAdd(two.bus, ({ a }) => ({ sum: a }), { queue: null });
      expect(await one.bus.call(add, { a: 7 })).toEqual({ sum: 7 });
    });

    it('carries a refusal with its code and params', async () => {
      await serveAdd(one.bus, () => {
        throw new RefusedError('limit-join', { n: 12 });
      });
      const refused = await two.bus.call(add, { a: 1 }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(RefusedError);
      expect(refused).toMatchObject({ code: 'limit-join', params: { n: 12 } });
    });

    it('answers internal without details when a handler fails', async () => {
      await serveAdd(one.bus, () => Promise.reject(new Error('the password is 1234')));
      const refused = await two.bus.call(add, { a: 1 }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'internal' });
      expect(String(refused)).not.toContain('1234');
    });

    it('answers busy when a nested call times out, and unavailable when it has no responder', async () => {
      for (const [reason, code] of [
        ['time-out', 'busy'],
        ['no-responders', 'unavailable'],
        ['disconnected', 'unavailable'],
      ] as const) {
        await serveAdd(one.bus, () => Promise.reject(new BusError(reason)));
        expect(await reasonOf(two.bus.call(add, { a: 1 }))).toBe(code);
        clean.pop()?.();
      }
    });

    it('refuses an invalid request at the sender and at the receiver', async () => {
      let calls = 0;
      await serveAdd(one.bus, () => ({ sum: ++calls }));
      expect(await reasonOf(two.bus.call(add, { a: Number.NaN }))).toBe('bad-request');
      for (const raw of [encode({ a: 'one' }), encode({ a: 1, more: true }), bytes('{"a":'), bytes('')]) {
        expect(decode(await two.bus.request('suite.add', raw, 500))).toEqual({ ok: false, code: 'bad-request' });
      }
      expect(calls).toBe(0);
    });

    it('answers internal when a reply breaks its schema, at either end', async () => {
      await serveAdd(one.bus, () => ({ sum: 1001 }));
      expect(await reasonOf(two.bus.call(add, { a: 1 }))).toBe('internal');
      clean.pop()?.();
      const otherHandler = one.bus.subscribe('suite.add', (m) =>
        m.respond?.(encode({ ok: true, value: { sum: 'x' } })),
      );
      clean.push(() => otherHandler.unsubscribe());
      await one.bus.flush();
      expect(await reasonOf(two.bus.call(add, { a: 1 }))).toBe('internal');
    });

    it('gives each message to every plain subscriber and to one member of each queue group', async () => {
      const received: string[] = [];
      await listen(one.bus, 'suite.q', (words) => received.push(`plain ${words}`));
      await listen(one.bus, 'suite.q', (words) => received.push(`red ${words}`), { queue: 'red' });
      await listen(two.bus, 'suite.q', (words) => received.push(`red ${words}`), { queue: 'red' });
      await listen(two.bus, 'suite.q', (words) => received.push(`blue ${words}`), { queue: 'blue' });
      for (let i = 0; i < 20; i++) one.bus.publish('suite.q', bytes(String(i)));
      await eventually(() => expect(received.length).toBeGreaterThanOrEqual(60));
      await nothingOnItsWay();
      for (const who of ['plain', 'red', 'blue']) {
        const theirs = received.filter((line) => line.startsWith(who)).map((line) => Number(line.split(' ')[1]));
        expect([...theirs].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
      }
    });

    it('shares the work of a queue group among its members', async () => {
      const seen = [0, 0];
      await serveAdd(one.bus, () => ({ sum: ++seen[0]! }));
      await serveAdd(two.bus, () => ({ sum: ++seen[1]! }));
      await Promise.all(Array.from({ length: 60 }, () => one.bus.call(add, { a: 1 })));
      expect(seen[0]! + seen[1]!).toBe(60);
      expect(Math.min(...seen)).toBeGreaterThan(5);
    });

    it('lets * match one token of a subject and > the rest', async () => {
      const received: string[] = [];
      await listen(one.bus, 'suite.w.*.end', (words) => received.push(`star ${words}`));
      await listen(one.bus, 'suite.w.>', (words) => received.push(`rest ${words}`));
      await listen(one.bus, 'suite.w.a.end', (words) => received.push(`exact ${words}`));
      for (const subject of ['suite.w.a.end', 'suite.w.b.end', 'suite.w.a.b.end', 'suite.w', 'suite.wa.x']) {
        two.bus.publish(subject, bytes(subject));
      }
      await eventually(() => expect(received.length).toBeGreaterThanOrEqual(6));
      await nothingOnItsWay();
      expect(received.sort()).toEqual(
        [
          'exact suite.w.a.end',
          'rest suite.w.a.b.end',
          'rest suite.w.a.end',
          'rest suite.w.b.end',
          'star suite.w.a.end',
          'star suite.w.b.end',
        ].sort(),
      );
    });

    it('keeps the order of one sender, across its subjects and before its later answers', async () => {
      const received: string[] = [];
      await listen(two.bus, 'suite.o.*', (words) => received.push(words));
      await serveAdd(one.bus, async ({ a }) => {
        await turns(1);
        for (let i = 0; i < 1000; i++) one.bus.publish(`suite.o.${i % 3}`, bytes(String(i)));
        return { sum: a };
      });
      await two.bus.call(add, { a: 1 }).then(() => received.push('answered'));
      expect(received).toEqual([...Array.from({ length: 1000 }, (_, i) => String(i)), 'answered']);
    });

    it('copies messages: changing the bytes afterwards changes no message', async () => {
      const received: string[] = [];
      await listen(one.bus, 'suite.copy', (words) => received.push(words));
      const data = bytes('before');
      one.bus.publish('suite.copy', data);
      await one.bus.flush();
      data.fill('x');
      await eventually(() => expect(received).toEqual(['before']));
    });

    it('never calls a subscriber inside publish, and continues after one that throws', async () => {
      const received: string[] = [];
      await listen(one.bus, 'suite.t', () => {
        throw new Error('a subscriber failed');
      });
      await listen(one.bus, 'suite.t', (words) => received.push(words));
      one.bus.publish('suite.t', bytes('1'));
      expect(received).toEqual([]);
      await eventually(() => expect(received).toEqual(['1']));
    });

    it('delivers nothing after a subscription has ended', async () => {
      const received: string[] = [];
      const subscription = await listen(one.bus, 'suite.u', (words) => received.push(words));
      two.bus.publish('suite.u', bytes('early'));
      await eventually(() => expect(received).toEqual(['early']));
      two.bus.publish('suite.u', bytes('late'));
      subscription.unsubscribe();
      await nothingOnItsWay();
      expect(received).toEqual(['early']);
    });

    connectionSuite(() => under);
    reconnects?.(() => under);
  });
}
