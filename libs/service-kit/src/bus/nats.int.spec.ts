import { connect, createServer, type AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { createLog } from '../log/log.js';
import { describeWith, eventually } from '../testing/index.js';
import { busSuite } from './testing/bus.suite.js';
import { reconnectSuite } from './testing/connection.suite.js';
import { connectNatsBus } from './nats.js';
import type { Bus } from './port.js';

const log = createLog('spec', { level: 'silent' });

describeWith('nats', 'a real NATS server', (natsUrl) => {
  busSuite(
    'NATS',
    async () => {
      const open: { bus: Bus; close(): Promise<void> }[] = [];
      return {
        connect: async () => {
          const line = await cuttableLine(natsUrl);
          const bus = await connectNatsBus({ url: line.url, log });
          open.push({ bus, close: line.close });
          return { bus, cut: line.cut, restore: line.restore };
        },
        close: async () => {
          for (const { bus, close } of open) {
            if (bus.connected) await bus.drain();
            await close();
          }
        },
      };
    },
    reconnectSuite,
  );
});

describeWith('nats', 'NATS connection that reads nothing', (natsUrl) => {
  it('reconnects after the server has dropped it, reports it, and receives new messages', async () => {
    const line = await cuttableLine(natsUrl);
    const slow = await connectNatsBus({ url: line.url, log });
    const quick = await connectNatsBus({ url: natsUrl, log });
    const received: number[] = [];
    let reconnects = 0;
    slow.onReconnect(() => (reconnects += 1));
    slow.subscribe('suite.flood', ({ data }) => received.push(data.length));
    await slow.flush();
    line.stall();
    // Twice what a server buffers for one connection.
    const megabyte = new Uint8Array(1_000_000);
    for (let i = 0; i < 130; i++) {
      quick.publish('suite.flood', megabyte);
      await quick.flush();
    }
    await eventually(() => expect(reconnects).toBe(1));
    await slow.flush();
    quick.publish('suite.flood', new Uint8Array(7));
    await eventually(() => expect(received.at(-1)).toBe(7));
    expect(received.length).toBeLessThan(130);
    await Promise.all([slow.drain(), quick.drain()]);
    await line.close();
  }, 60_000);
});

describeWith('nats', 'an attempt to connect that is answered after its time', (natsUrl) => {
  it('ends, and leaves the connection that was made meanwhile as the only one', async () => {
    const line = await cuttableLine(natsUrl);
    const release = line.holdNext();
    const bus = await connectNatsBus({ url: line.url, log });
    let reconnects = 0;
    bus.onReconnect(() => (reconnects += 1));
    release();
    await eventually(() => expect(line.connections).toBe(1));
    bus.subscribe('suite.late', ({ respond }) => respond?.(new Uint8Array(3)));
    expect(await bus.request('suite.late', new Uint8Array(1), 1_000)).toHaveLength(3);
    expect([line.connections, reconnects]).toEqual([1, 0]);
    await bus.drain();
    await line.close();
  });
});

describeWith('nats', 'publishing over NATS', (natsUrl) => {
  let one: Bus;
  let other: Bus;
  const received: string[] = [];
  beforeAll(async () => {
    [one, other] = await Promise.all([connectNatsBus({ url: natsUrl, log }), connectNatsBus({ url: natsUrl, log })]);
    other.subscribe('suite.turn', ({ data }) => received.push(Buffer.from(data).toString()));
    await other.flush();
  });
  beforeEach(() => void received.splice(0));
  afterAll(() => Promise.all([one.drain(), other.drain()]));

  it('sends the messages of one turn in one write, in order', async () => {
    const writes = jest.spyOn(Socket.prototype, 'write');
    for (let i = 0; i < 50; i++) {
      one.publish('suite.turn', Buffer.from(String(i)));
      // As handlers do that waited for something that is already available.
      await Promise.resolve().then(() => undefined);
    }
    await eventually(() => expect(received).toEqual(Array.from({ length: 50 }, (_, i) => String(i))));
    const messages = writes.mock.calls.filter(([data]) => Buffer.from(data as Uint8Array).includes('suite.turn'));
    writes.mockRestore();
    expect(messages).toHaveLength(1);
  });

  it('drops messages from before a long suspension', async () => {
    one.publish('suite.turn', Buffer.from('old'));
    const until = performance.now() + 1_100;
    while (performance.now() < until);
    await eventually(() => {
      one.publish('suite.turn', Buffer.from('new'));
      return Promise.resolve(expect(received).toContain('new'));
    });
    expect(received).not.toContain('old');
  });

  it('refuses at the sender a message longer than the server accepts', async () => {
    const tooLong = new Uint8Array(64 * 1024 * 1024 + 1);
    expect(() => one.publish('suite.turn', tooLong)).toThrow(RangeError);
  });
});

/** A TCP proxy to the server that can be cut: open connections break and new ones are refused. */
async function cuttableLine(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const fromServer = new Set<Socket>();
  let isCut = false;
  let held: Promise<void> | null = null;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    near.pipe(far);
    void held?.then(() => far.pipe(near));
    if (!held) far.pipe(near);
    held = null;
    fromServer.add(far);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
        fromServer.delete(far);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      breakAll();
    },
    restore: () => {
      isCut = false;
    },
    /** Those of its clients that are open. */
    get connections() {
      return sockets.size / 2;
    },
    /** Holds back what the server sends on the next connection until it is released. */
    holdNext: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    /** Drops everything that the server sends on open connections from now on. */
    stall: () => fromServer.forEach((far) => far.pause()),
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
