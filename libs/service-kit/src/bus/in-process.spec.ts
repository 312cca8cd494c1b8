import { defineCallByReference } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createLog } from '../log/log.js';
import { eventually } from '../testing/eventually.js';
import { BusFaults, connectFaulty } from '../testing/faulty-bus.js';
import { busSuite } from './testing/bus.suite.js';
import { reconnectSuite } from './testing/connection.suite.js';
import { createInProcessHub } from './in-process.js';

const log = createLog('spec', { level: 'silent' });
const text = (data: Uint8Array) => Buffer.from(data).toString();

busSuite(
  'one process',
  async () => {
    const hub = createInProcessHub(log);
    return {
      connect: async () => {
        const faults = new BusFaults();
        return { bus: connectFaulty(hub, faults, log), cut: () => faults.cut(), restore: () => faults.restore() };
      },
      close: async () => undefined,
    };
  },
  reconnectSuite,
);

describe('the in-process bus with faults', () => {
  const make = () => {
    const faults = new BusFaults();
    const bus = connectFaulty(createInProcessHub(log), faults, log);
    const received: string[] = [];
    bus.subscribe('s.>', (message) => received.push(text(message.data)));
    const say = (subject: string, words: string) => bus.publish(subject, Buffer.from(words));
    return { faults, bus, received, say };
  };

  it('delivers the bytes as published, whatever the sender does to them afterwards', async () => {
    const { bus, received } = make();
    bus.subscribe('s.ask', (message) => message.respond?.(message.data));
    const data = Buffer.from('before');
    bus.publish('s.copy', data);
    const pending = bus.request('s.ask', data, 500);
    data.fill('x');
    expect(text(await pending)).toBe('before');
    expect(received).toEqual(['before', 'before']);
  });

  it('passes the request and the reply of a call by reference as they are', async () => {
    const { bus } = make();
    const value = z.custom<object>(() => {
      throw new Error('checked');
    });
    const call = defineCallByReference({ subject: 's.local', request: value, reply: value, errors: [] });
    const [request, reply] = [{}, {}];
    const received: object[] = [];
    bus.serve(call, (taken) => (received.push(taken), reply));
    expect(await bus.call(call, request)).toBe(reply);
    expect(received[0]).toBe(request);
  });

  it('reports a connection that is cut and restored once each', () => {
    const faults = new BusFaults();
    const changes: boolean[] = [];
    faults.onChange((isConnected) => changes.push(isConnected));
    faults.restore();
    for (let times = 0; times < 2; times++) faults.cut();
    for (let times = 0; times < 2; times++) faults.restore();
    expect(changes).toEqual([false, true]);
  });

  it('loses the given number of messages of a subject', async () => {
    const { faults, received, say, bus } = make();
    faults.drop('s.lost', { times: 2 });
    for (const words of ['1', '2', '3']) expect(say('s.lost', words)).toBe(true);
    say('s.kept', '4');
    await bus.flush();
    expect(received).toEqual(['3', '4']);
  });

  it('loses a reply, so that the caller times out although the call was made', async () => {
    const { faults, bus } = make();
    let calls = 0;
    bus.subscribe('s.ask', (message) => message.respond?.(Buffer.from(String(++calls))));
    faults.drop('_INBOX.>', { times: 1 });
    await expect(bus.request('s.ask', Buffer.from(''), 40)).rejects.toMatchObject({ reason: 'time-out' });
    expect(text(await bus.request('s.ask', Buffer.from(''), 40))).toBe('2');
  });

  it('delays messages and keeps the order of their subject', async () => {
    const { faults, received, say } = make();
    faults.delay('s.slow', 60, { times: 1 });
    say('s.slow', '1');
    say('s.slow', '2');
    say('s.fast', '3');
    await eventually(() => expect(received).toEqual(['3', '1', '2']));
  });

  it('lets later messages of a subject overtake one', async () => {
    const { faults, received, say } = make();
    faults.reorder('s.x', 20, { times: 1 });
    for (const words of ['1', '2', '3']) say('s.x', words);
    await eventually(() => expect(received).toEqual(['2', '3', '1']));
  });

  it('delivers twice, also a request, of which the first answer counts', async () => {
    const { faults, bus, received, say } = make();
    faults.double('s.>', { times: 2 });
    let calls = 0;
    bus.subscribe('s.ask', (message) => message.respond?.(Buffer.from(String(++calls))));
    say('s.x', '1');
    expect(text(await bus.request('s.ask', Buffer.from('?'), 500))).toBe('1');
    await bus.flush();
    expect(calls).toBe(2);
    expect(received).toEqual(['1', '1', '?', '?']);
  });

  it('applies faults to the given share of messages, by the given random source', async () => {
    let turn = 0;
    const faults = new BusFaults(() => (turn++ % 4) / 4);
    const bus = connectFaulty(createInProcessHub(log), faults, log);
    const received: string[] = [];
    bus.subscribe('s.x', (message) => received.push(text(message.data)));
    faults.drop('s.x', { share: 0.25 });
    for (let i = 0; i < 8; i++) bus.publish('s.x', Buffer.from(String(i)));
    await bus.flush();
    expect(received).toEqual(['1', '2', '3', '5', '6', '7']);
  });

  it('lets sockets and timers run while messages keep coming', async () => {
    const { bus } = make();
    let isOver = false;
    let rounds = 0;
    bus.subscribe('s.loop', () => {
      rounds += 1;
      if (!isOver) bus.publish('s.loop', Buffer.from(''));
    });
    bus.publish('s.loop', Buffer.from(''));
    // Polls with timers, which must get a turn for that.
    await eventually(() => expect(rounds).toBeGreaterThan(256));
    isOver = true;
  });

  it('reports a publish as lost when too many messages are in flight', () => {
    const { say } = make();
    let taken = 0;
    while (taken < 100_000 && say('s.flood', 'x')) taken += 1;
    expect(taken).toBe(65_536);
  });
});
