import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP line to a server on this machine whose bytes arrive later, so much in each direction. */
export async function delayedLine(target: number, oneWayMs: number) {
  const sockets = new Set<Socket>();
  const carry = (from: Socket, to: Socket) => {
    const later = (act: () => void) => void setTimeout(act, oneWayMs);
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
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
