import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP line to a server on this machine whose bytes arrive later, so much in each direction, during `delayed`. */
export async function delayedLine(target: number, oneWayMs: number) {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const carry = (from: Socket, to: Socket) => {
    // In order, also when the delay ends in between.
    const acts: (() => void)[] = [];
    const later = (act: () => void) => {
      acts.push(act);
      setTimeout(() => acts.shift()!(), delayMs);
    };
    from.on('data', (chunk: Buffer) => later(() => to.writable && to.write(chunk)));
    from.on('end', () => later(() => to.end()));
    from.on('close', () => later(() => to.destroy()));
    from.on('error', () => undefined);
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    carry(near, far);
    carry(far, near);
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** What is sent until `act` ends is delayed. */
    async delayed<Result>(act: () => Promise<Result>): Promise<Result> {
      delayMs = oneWayMs;
      return act().finally(() => (delayMs = 0));
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
