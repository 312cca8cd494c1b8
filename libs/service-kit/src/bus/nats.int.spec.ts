import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { createLog } from '../log/index.js';
import { describeWith } from '../testing/index.js';
import { busSuite } from './bus.suite.js';
import { connectNatsBus } from './nats.js';
import type { Bus } from './port.js';

const log = createLog('spec', { level: 'silent' });

describeWith('nats', 'a real NATS server', (natsUrl) => {
  busSuite('NATS', async () => {
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
  });
});

/** A TCP line to the server that can be cut: open connections break and new ones are refused. */
async function cuttableLine(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
        sockets.delete(socket);
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
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
