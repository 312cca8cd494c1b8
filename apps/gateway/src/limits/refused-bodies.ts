import type { IncomingMessage } from 'node:http';
import { TokenBucket } from './token-bucket.js';

const KB = 1024;
const MB = 1024 * KB;
/** Reading so little costs no more than the refusal. */
const FREE_BYTES = 16 * KB;
/** More than any page sends. */
const MOST_BYTES = MB;
/** Read by this gateway for refusals to arrive; who waits longer than the time of `advance` has to be cut off anyway. */
const BYTES = { burst: 4 * MB, perSecond: 32 * MB, advance: 5 * 32 * MB };

/**
 * Bodies of refused requests are read and dropped, as many clients look at the response only then. A flood of long ones
 * would take a whole processor, so that they are read at a bounded rate.
 */
export class RefusedBodies {
  readonly #bucket: TokenBucket;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.#bucket = new TokenBucket(BYTES, now());
  }

  /**
   * The milliseconds until the rest of the body may be read; null: it is not read, and its connection closes. `bytes`:
   * its length, Infinity for an unknown one.
   */
  take(request: Pick<IncomingMessage, 'complete'>, bytes: number): number | null {
    if (request.complete || bytes <= FREE_BYTES) return 0;
    return bytes > MOST_BYTES ? null : this.#bucket.take(this.now(), bytes);
  }
}

/** Stops reading from the client and drops what has been read: buffers that wait cause full collections. */
export function hold(request: IncomingMessage): void {
  request.resume();
  // After what is buffered was dropped.
  setImmediate(() => request.socket.pause());
}

/** Reads on after `hold`, and drops it. */
export function release({ socket }: IncomingMessage): void {
  socket.resume();
}
