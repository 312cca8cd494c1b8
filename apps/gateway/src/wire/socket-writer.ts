import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { framedOnce, joined } from './frame.js';

const EMPTY = Buffer.alloc(0);

/** Writes whole frames to the TCP socket beneath `ws`: safe while compression and fragmentation are off. */
export class SocketWriter {
  #batched: Buffer[] | null = null;

  constructor(
    private readonly socket: WebSocket,
    private readonly tcp: Socket,
    private readonly onDrain: () => void,
  ) {}

  get open(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }
  get idle(): boolean {
    return this.tcp.writableLength === 0;
  }

  text(text: string): void {
    this.frames([framedOnce(text)]);
  }

  frames(frames: readonly Buffer[]): void {
    if (this.#batched !== null) this.#batched.push(...frames);
    else this.#write(frames);
  }

  /** Batches the frames of `write` into one write. */
  batch(send: () => void): void {
    this.#batched = [];
    send();
    const frames = this.#batched;
    this.#batched = null;
    if (frames.length > 0) this.#write(joined(frames));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }
  terminate(): void {
    this.socket.terminate();
  }

  /** Completion is only awaited when the kernel's buffer is full. */
  #write(frames: readonly Buffer[]): void {
    if (!this.open) return;
    if (frames.length > 1) this.tcp.cork();
    for (const frame of frames) this.tcp.write(frame);
    if (frames.length > 1) this.tcp.uncork();
    if (!this.idle) this.tcp.write(EMPTY, this.onDrain);
  }
}
