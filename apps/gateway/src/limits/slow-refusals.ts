import type { ErrorCode } from '@earworm/contracts';
import type { IncomingMessage } from 'node:http';

/** Refusals that no page of ours provokes. */
const PROVOKED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['bad-request', 'too-large', 'body-encoded']);
/** Refusals held back at once; further ones are answered at once. */
const AT_ONCE = 20_000;

/**
 * Holds the refusals of floods back for a moment: callers that wait for an answer before they send again then send as
 * often as they have connections, however fast we refuse.
 */
export class SlowRefusals {
  readonly #floods = new WeakSet<IncomingMessage>();
  #held = 0;

  /** @param random from 0 up to 1 */
  constructor(
    private readonly delayMs: number,
    private readonly random: () => number = Math.random,
  ) {}

  /** This request is over a limit that only floods reach. */
  mark(request: IncomingMessage): void {
    this.#floods.add(request);
  }

  /** Whether what is still on its way of this request is not worth reading: its connection is closed with the answer. */
  isFlood(request: IncomingMessage): boolean {
    return this.#floods.has(request);
  }

  /** Calls `answer`, now or later. This machine itself, whose address is null, never waits. */
  answer(request: IncomingMessage, code: ErrorCode, address: string | null, answer: () => void): void {
    const isSlow = this.#floods.has(request) || (PROVOKED.has(code) && request.method === 'POST');
    if (!isSlow || address === null || this.#held >= AT_ONCE) return answer();
    this.#held += 1;
    // Not all for as long: who came together would come back together.
    const heldMs = this.delayMs * (1 + this.random() / 2);
    setTimeout(() => {
      this.#held -= 1;
      answer();
    }, heldMs).unref();
  }
}
