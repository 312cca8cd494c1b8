import { RefusedError, type RequestOf, seeSessions, SESSION_SIGNS, type UserId } from '@earworm/contracts';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import type { Connection } from '../connections/connection.js';

type Sent = RequestOf<typeof seeSessions>['signs'][number];

interface Sign extends Pick<Sent, 'userId' | 'userAgent' | 'gone'> {
  /** Own clock, ms. */
  readonly at: number;
}

export interface SessionSignsTerms {
  readonly bus: Bus;
  readonly everyMs: number;
  readonly onBug: (error: unknown) => void;
}

/** Signs that wait to be sent; of more, the oldest are dropped: their sessions end a few minutes too early or too late. */
const MOST_WAITING = 20_000;
/** Older ones say nothing that a heartbeat has not said better. */
const OLDEST_MS = 500_000;
const ANSWERED_WITHIN_MS = 3_000;
/** The browser left or killed the page, or the line was cut. Any other end of a socket is the page's own doing. */
const PAGE_LEFT = 1001;
const CUT = 1006;

/**
 * Reports to telemetry when the last socket of a person in a browser is gone, and when they are back: a page that was
 * killed cannot report the end of its session. Sent together, and only when there is something to send.
 */
export class SessionSigns {
  /** Sockets in games, by person and browser. */
  readonly #open = new Map<string, number>();
  readonly #waiting = new Map<string, Sign>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #sending: Promise<void> | null = null;

  constructor(private readonly terms: SessionSignsTerms) {}

  start(): void {
    this.#timer = setInterval(() => void this.#send(), this.terms.everyMs).unref();
  }

  /** Sends what waits, once. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    await this.#send();
  }

  /** @param isBack the client was connected before and lost its connection */
  entered(connection: Connection, isBack: boolean): void {
    const key = keyOf(connection);
    if (key === null) return;
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    if (isBack) this.#note(key, connection, false, performance.now());
  }

  /** To be called while the connection still has its session. */
  left(connection: Connection, closeCode: number): void {
    const key = keyOf(connection);
    if (key === null) return;
    const others = (this.#open.get(key) ?? 1) - 1;
    if (others > 0) return void this.#open.set(key, others);
    this.#open.delete(key);
    const isSilent = connection.closedFor === 'silent';
    const isGone = connection.closedFor === null && (closeCode === PAGE_LEFT || closeCode === CUT);
    if (isSilent || isGone) this.#note(key, connection, true, isSilent ? connection.heardAt : performance.now());
  }

  #note(key: string, { session, userAgent }: Connection, gone: boolean, at: number): void {
    this.#waiting.delete(key);
    this.#waiting.set(key, { userId: session!.principal.userId as UserId, userAgent, gone, at });
    if (this.#waiting.size > MOST_WAITING) this.#waiting.delete(this.#waiting.keys().next().value as string);
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll()
      .catch(this.terms.onBug)
      .finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const now = performance.now();
    for (const [key, { at }] of this.#waiting) if (now - at > OLDEST_MS) this.#waiting.delete(key);
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting].slice(0, SESSION_SIGNS);
      const signs = some.map(([, { at, ...sign }]) => ({ ...sign, agoMs: Math.round(performance.now() - at) }));
      try {
        await this.terms.bus.call(seeSessions, { signs }, { timeoutMs: ANSWERED_WITHIN_MS });
      } catch (error) {
        // Telemetry does not answer: they wait for the next time.
        if (error instanceof BusError || error instanceof RefusedError) return;
        throw error;
      }
      for (const [key, sign] of some) if (this.#waiting.get(key) === sign) this.#waiting.delete(key);
    }
  }
}

const keyOf = ({ session, userAgent }: Connection): string | null =>
  session === null ? null : `${session.principal.userId} ${userAgent}`;
