import { RefusedError, type RequestOf, seeSessions, SESSION_SIGNS, type UserId } from '@earworm/contracts';
import { type Bus, BusError } from '@earworm/service-kit/bus';
import type { Connection } from '../connections/connection.js';

type Sent = RequestOf<typeof seeSessions>['signs'][number];

interface Report extends Pick<Sent, 'userId' | 'userAgent' | 'gone'> {
  readonly at: number;
}

export interface SessionReportsDependencies {
  readonly bus: Bus;
  readonly everyMs: number;
  readonly onBug: (error: unknown) => void;
}

/** Beyond this the oldest are dropped: their sessions end a few minutes off. */
const MAX_WAITING = 20_000;
/** A later heartbeat has reported more. */
const OLDEST_MS = 500_000;
const ANSWERED_WITHIN_MS = 3_000;
/** Page left or connection lost; other close codes are intended by the page. */
const PAGE_LEFT = 1001;
const CUT = 1006;

/** Reports lost and recovered last sockets of users, because a killed page cannot end its telemetry session. */
export class SessionReports {
  readonly #open = new Map<string, number>();
  readonly #waiting = new Map<string, Report>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #sending: Promise<void> | null = null;

  constructor(private readonly deps: SessionReportsDependencies) {}

  start(): void {
    this.#timer = setInterval(() => void this.#send(), this.deps.everyMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
    await this.#send();
  }

  entered(connection: Connection, isReconnect: boolean): void {
    const key = keyOf(connection);
    if (key === null) return;
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    if (isReconnect) this.#enqueue(key, connection, false, performance.now());
  }

  /** Call before the session is cleared. */
  left(connection: Connection, closeCode: number): void {
    const key = keyOf(connection);
    if (key === null) return;
    const others = (this.#open.get(key) ?? 1) - 1;
    if (others > 0) return void this.#open.set(key, others);
    this.#open.delete(key);
    const isSilent = connection.closedFor === 'silent';
    const isGone = connection.closedFor === null && (closeCode === PAGE_LEFT || closeCode === CUT);
    if (isSilent || isGone) this.#enqueue(key, connection, true, isSilent ? connection.lastFrameAt : performance.now());
  }

  #enqueue(key: string, { session, userAgent }: Connection, gone: boolean, at: number): void {
    this.#waiting.delete(key);
    this.#waiting.set(key, { userId: session!.principal.userId as UserId, userAgent, gone, at });
    if (this.#waiting.size > MAX_WAITING) this.#waiting.delete(this.#waiting.keys().next().value as string);
  }

  #send(): Promise<void> {
    this.#sending ??= this.#sendAll()
      .catch(this.deps.onBug)
      .finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #sendAll(): Promise<void> {
    const now = performance.now();
    for (const [key, { at }] of this.#waiting) if (now - at > OLDEST_MS) this.#waiting.delete(key);
    while (this.#waiting.size > 0) {
      const some = [...this.#waiting].slice(0, SESSION_SIGNS);
      const signs = some.map(([, { at, ...report }]) => ({ ...report, agoMs: Math.round(performance.now() - at) }));
      try {
        await this.deps.bus.call(seeSessions, { signs }, { timeoutMs: ANSWERED_WITHIN_MS });
      } catch (error) {
        if (error instanceof BusError || error instanceof RefusedError) return;
        throw error;
      }
      for (const [key, report] of some) if (this.#waiting.get(key) === report) this.#waiting.delete(key);
    }
  }
}

const keyOf = ({ session, userAgent }: Connection): string | null =>
  session === null ? null : `${session.principal.userId} ${userAgent}`;
