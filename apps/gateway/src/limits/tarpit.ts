import type { ErrorCode } from '@earworm/contracts';
import type { IncomingMessage } from 'node:http';

/** Our pages never cause these. */
const PROVOKED: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['bad-request', 'too-large', 'body-encoded']);
const AT_ONCE = 20_000;

interface DelayedRefusal {
  readonly code: ErrorCode;
  readonly address: string | null;
  /** Until its body may be read, see `RefusedBodies`; null: only floods send so much. */
  readonly waitMs?: number | null;
}

/** Delays refusals of floods: callers that wait for each answer slow down. */
export class Tarpit {
  readonly #floods = new WeakSet<IncomingMessage>();
  #held = 0;

  constructor(
    private readonly delayMs: number,
    private readonly onDelayed: (request: IncomingMessage) => void,
    private readonly random: () => number = Math.random,
  ) {}

  mark(request: IncomingMessage): void {
    this.#floods.add(request);
  }

  /** The rest of its body is not read. */
  isFlood(request: IncomingMessage): boolean {
    return this.#floods.has(request);
  }

  /** For a wrong request loopback (null) does not wait. */
  answer(request: IncomingMessage, { code, address, waitMs = 0 }: DelayedRefusal, answer: () => void): void {
    const isProvoked = PROVOKED.has(code) && request.method === 'POST' && address !== null;
    const isFlood = this.#floods.has(request) || isProvoked || waitMs === null;
    if (!(isFlood || waitMs) || this.#held >= AT_ONCE) return answer();
    this.#held += 1;
    this.onDelayed(request);
    // Random, so that callers do not return together.
    const heldMs = isFlood ? this.delayMs * (1 + this.random() / 2) : 0;
    setTimeout(
      () => {
        this.#held -= 1;
        answer();
      },
      Math.max(heldMs, waitMs ?? 0),
    ).unref();
  }
}
