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

  /** Answered by the browser itself, with the same text. */
  ping(text: string): void {
    if (this.open) this.socket.ping(text);
  }

  /** One write for the frames of `send`, also of batches inside. */
  batch(send: () => void): void {
    if (this.#batched !== null) return send();
    this.#batched = [];
    try {
      send();
    } finally {
      this.#writeBatch();
      this.#batched = null;
    }
  }

  close(code: number, reason: string): void {
    // Before the close frame, which `ws` writes at once.
    this.#writeBatch();
    this.socket.close(code, reason);
  }
  terminate(): void {
    this.socket.terminate();
  }

  #writeBatch(): void {
    if (this.#batched === null || this.#batched.length === 0) return;
    const frames = this.#batched;
    this.#batched = [];
    this.#write(joined(frames));
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
