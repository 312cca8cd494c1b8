import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { framedOnce, joined } from './frame.js';

const NOTHING = Buffer.alloc(0);

/**
 * The way out to one browser. The only place that writes beneath `ws`: whole frames, to the TCP socket that the upgrade
 * came on, which is safe as long as nothing is compressed or fragmented (the adapter turns both off).
 */
export class Line {
  /** What is said together, while it is being said. */
  #gathered: Buffer[] | null = null;

  constructor(
    private readonly socket: WebSocket,
    private readonly tcp: Socket,
    /** Called when what the system did not take at once has left. */
    private readonly onLeft: () => void,
  ) {}

  get open(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }
  /** Nothing is waiting to leave. */
  get idle(): boolean {
    return this.tcp.writableLength === 0;
  }

  text(text: string): void {
    this.frames([framedOnce(text)]);
  }

  /** One write. */
  frames(frames: readonly Buffer[]): void {
    if (this.#gathered !== null) this.#gathered.push(...frames);
    else this.#write(frames);
  }

  /** What is said within leaves in one write. */
  together(say: () => void): void {
    this.#gathered = [];
    say();
    const frames = this.#gathered;
    this.#gathered = null;
    if (frames.length > 0) this.#write(joined(frames));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }
  /** For a reader that takes nothing, a goodbye included. */
  cut(): void {
    this.socket.terminate();
  }

  /** Nearly always the system takes everything at once; only otherwise does anybody need to hear when it has left. */
  #write(frames: readonly Buffer[]): void {
    if (!this.open) return;
    if (frames.length > 1) this.tcp.cork();
    for (const frame of frames) this.tcp.write(frame);
    if (frames.length > 1) this.tcp.uncork();
    if (!this.idle) this.tcp.write(NOTHING, this.onLeft);
  }
}
