import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const PACKET_BYTES = 1_460;

interface Narrowness {
  /** Shared by all connections, in each direction. */
  readonly bytesPerMs: number;
  /** From the start of a connection until its first bytes can be sent. */
  readonly opensAfterMs: number;
}

/** A TCP line to a server on this machine whose bytes arrive later, so much in each direction, during `delayed`. */
export async function delayedLine(
  target: number,
  oneWayMs: number,
  { bytesPerMs, opensAfterMs }: Narrowness = { bytesPerMs: Infinity, opensAfterMs: 0 },
) {
  const sockets = new Set<Socket>();
  let delayMs = 0;
  /** Until when each direction is busy with what was sent. */
  const busyUntil = { up: 0, down: 0 };
  const carry = (from: Socket, to: Socket, way: keyof typeof busyUntil) => {
    // In order, also when the delay ends in between.
    const acts: (() => void)[] = [];
    let sentAt = performance.now() + opensAfterMs;
    const later = (act: () => void, bytes = 0) => {
      acts.push(act);
      if (delayMs === 0) return void setTimeout(() => acts.shift()!());
      const now = performance.now();
      busyUntil[way] = Math.max(now, busyUntil[way]) + bytes / bytesPerMs;
      sentAt = Math.max(sentAt, busyUntil[way]);
      setTimeout(() => acts.shift()!(), delayMs + sentAt - now);
    };
    from.on('data', (chunk: Buffer) => {
      // In packets: connections take turns.
      for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
        const packet = chunk.subarray(at, at + PACKET_BYTES);
        later(() => to.writable && to.write(packet), packet.length);
      }
    });
    from.on('end', () => later(() => to.end()));
    from.on('close', () => later(() => to.destroy()));
    from.on('error', () => undefined);
    sockets.add(from);
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    carry(near, far, 'up');
    carry(far, near, 'down');
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
