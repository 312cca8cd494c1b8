import { describe, expect, it } from '@jest/globals';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { Ring } from '../fan-out/ring.js';
import { framed } from '../wire/frame.js';
import { SocketWriter } from '../wire/socket-writer.js';
import { Connection } from './connection.js';

const frameOf = (text: string) => framed(Buffer.from(text));
const textOf = (frames: Buffer) => frames.toString('latin1').replaceAll(/[^\w,]/g, '');

/** A connection on a socket that only notes each write, and its closing. */
function connect() {
  const writes: string[] = [];
  const tcp = {
    writableLength: 0,
    cork: () => undefined,
    uncork: () => undefined,
    write: (frame: Buffer) => void (frame.length > 0 && writes.push(textOf(frame))),
  };
  const socket = { readyState: WebSocket.OPEN, close: (code: number) => writes.push(`close ${code}`) };
  const connection = new Connection(
    (onDrain) => new SocketWriter(socket as unknown as WebSocket, tcp as unknown as Socket, onDrain),
    { onOverrun: () => undefined, onWrite: () => undefined },
  );
  return { connection, writes, tcp };
}

function ringWith(...texts: string[]) {
  const ring = new Ring({ maxBytes: 1_000, maxAgeMs: 1_000 });
  texts.forEach((text, i) => ring.push({ from: i + 1, to: i + 1, at: 0, bytes: frameOf(text) }));
  return ring;
}

describe('presence on a connection', () => {
  it('shares one write with the next events', () => {
    const { connection, writes } = connect();
    const ring = ringWith();
    connection.cursor.follow(ring, 0, 0);
    connection.queuePresence(frameOf('presence'));
    ring.push({ from: 1, to: 1, at: 0, bytes: frameOf('event') });
    connection.advance();
    connection.advance();
    expect(writes).toEqual(['eventpresence']);
  });

  it('gets a write of its own when there are no events', () => {
    const { connection, writes } = connect();
    connection.queuePresence(frameOf('presence'));
    connection.advance();
    expect(writes).toEqual(['presence']);
  });

  it('leaves once although its frame is queued again', () => {
    const { connection, writes } = connect();
    const frame = frameOf('presence');
    for (let i = 0; i < 2; i++) {
      connection.queuePresence(frame);
      connection.advance();
    }
    connection.queuePresence(frameOf('changed'));
    connection.advance();
    expect(writes).toEqual(['presence', 'changed']);
  });

  it('waits while the socket is busy, and only the newest is sent then', () => {
    const { connection, writes, tcp } = connect();
    tcp.writableLength = 1;
    for (const text of ['first', 'second']) {
      connection.queuePresence(frameOf(text));
      connection.advance();
    }
    expect(writes).toEqual([]);
    tcp.writableLength = 0;
    connection.advance();
    expect(writes).toEqual(['second']);
  });
});

describe('a batch of a connection', () => {
  it('makes one write, with the batches inside it', () => {
    const { connection, writes } = connect();
    connection.cursor.follow(ringWith(), 0, 0);
    connection.queuePresence(frameOf('presence'));
    connection.batch(() => {
      connection.sendText('snapshot');
      connection.advance();
    });
    expect(writes).toEqual(['snapshotpresence']);
  });

  it('precedes the close frame', () => {
    const { connection, writes } = connect();
    connection.batch(() => {
      connection.sendText('bye');
      connection.writer.close(4_000, 'busy');
    });
    expect(writes).toEqual(['bye', 'close 4000']);
  });

  it('counts as stalled until the kernel takes it', () => {
    const { connection, tcp } = connect();
    connection.batch(() => {
      connection.sendText('snapshot');
      tcp.writableLength = 1;
    });
    expect(connection.stalledFor(performance.now() + 1_000)).toBeGreaterThanOrEqual(1_000);
  });
});
