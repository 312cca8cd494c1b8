import type { Socket } from 'node:net';
import { WebSocket } from 'ws';

/** A text message as one unmasked frame (RFC 6455 §5.2), so that it is framed once and written to many. */
export function framed(text: Uint8Array): Buffer {
  const length = text.length;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(header + length);
  frame[0] = 0x81;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(text, header);
  return frame;
}

/**
 * The way out to one browser. The only place that writes beneath `ws`: whole frames, to the TCP socket that the upgrade
 * came on, which is safe as long as nothing is compressed or fragmented (the adapter turns both off).
 */
export class Line {
  constructor(
    private readonly socket: WebSocket,
    private readonly tcp: Socket,
  ) {}

  get open(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }
  /** Nothing is waiting to leave. */
  get idle(): boolean {
    return this.tcp.writableLength === 0;
  }

  text(text: string, done: () => void): void {
    if (this.open) this.socket.send(text, done);
  }

  /** One write; `done` when it has left. */
  frames(frames: readonly Buffer[], done: () => void): void {
    if (!this.open) return;
    const last = frames.length - 1;
    if (last > 0) this.tcp.cork();
    for (let i = 0; i < last; i++) this.tcp.write(frames[i] as Buffer);
    this.tcp.write(frames[last] as Buffer, done);
    if (last > 0) this.tcp.uncork();
  }

  /** What is said within leaves in one write. */
  together(say: () => void): void {
    this.tcp.cork();
    say();
    this.tcp.uncork();
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }
  /** For a reader that takes nothing, a goodbye included. */
  cut(): void {
    this.socket.terminate();
  }
}
