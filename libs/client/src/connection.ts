import { type ClientFrame, type ErrorCode, FRAME_LIMITS, RefusedError, type ServerFrame } from '@earworm/contracts';
import { backOff } from './backoff.js';
import type { Reading } from './shared-reading.js';
import { abandon, type SocketClass, type SocketLike } from './socket.js';

/** From opening the socket to the first frame of the game; then another try. */
const READY_WITHIN_MS = 10_000;
const PONG_WITHIN_MS = 5_000;
/** After a nudge: a connection that slept with its phone is found out soon. */
const NUDGED_PONG_WITHIN_MS = 2_000;
/**
 * A token that was refused is renewed after this and up to as long again. Tokens carry whole seconds: one that is made in the
 * second in which the old one was ended would be refused like it.
 */
const RENEW_AFTER_MS = 1_000;
/** An attempt this old hangs on a network that is gone; a nudge begins anew. */
const HANGING_AFTER_MS = 2_000;
/** A connection that lasted this long was a good one, and the back-off starts anew. */
const GOOD_AFTER_MS = 5_000;

/** What a hello is answered with when it is accepted. */
const FIRST_FRAMES: ReadonlySet<ServerFrame['type']> = new Set(['snapshot', 'events', 'operations'] as const);

export type ConnectionStatus = 'connecting' | 'online' | 'reconnecting' | 'closed';

export interface ConnectionOptions {
  readonly url: string;
  readonly WebSocket: SocketClass;
  /** Good for `atLeastMs` more; `Infinity`: renewed in any case. */
  readonly token: (atLeastMs?: number) => Promise<string>;
  readonly random: () => number;
  readonly reading: Reading;
  readonly hello: (token: string) => ClientFrame;
  readonly ping: () => ClientFrame;
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onStatus: (status: ConnectionStatus, closedBy: ErrorCode | null) => void;
}

/** One socket after another: opens, greets, beats, finds out when it is dead, and comes back. */
export class Connection {
  #socket: SocketLike | null = null;
  #status: ConnectionStatus = 'connecting';
  #attempt = 0;
  #readyAt = 0;
  /** When the attempt under way began; -Infinity between attempts. */
  #openedAt = -Infinity;
  #heardAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts attempts to connect, so that a token that comes late does not open a second socket. */
  #turn = 0;
  /** What the server was shown last. */
  #token = '';
  /** A token that the server took no longer; null once it has taken another one. */
  #refused: string | null = null;

  constructor(private readonly options: ConnectionOptions) {}

  open(): void {
    const turn = ++this.#turn;
    this.#readyAt = 0;
    this.#openedAt = Date.now();
    this.#wait(READY_WITHIN_MS, () => this.reopen());
    this.options.token(this.#refused === null ? undefined : Infinity).then(
      (token) => {
        if (turn !== this.#turn || this.#status === 'closed') return;
        // The same one: it could not be renewed now.
        if (token === this.#refused) this.reopen();
        else this.#connect(token);
      },
      (error: unknown) => {
        if (turn !== this.#turn || this.#status === 'closed') return;
        if (error instanceof RefusedError && !PASSING.has(error.code)) this.close(error.code);
        else this.reopen();
      },
    );
  }

  send(frame: ClientFrame): void {
    if (this.#status === 'online') this.#socket?.send(JSON.stringify(frame));
  }

  /** Leaves this socket and comes back after a back-off, or after `inMs`. */
  reopen(inMs?: number): void {
    if (this.#status === 'closed') return;
    this.#drop();
    if (this.#readyAt > 0 && Date.now() - this.#readyAt >= GOOD_AFTER_MS) this.#attempt = 0;
    this.#wait(inMs ?? backOff(this.#attempt++, this.options.random), () => this.open());
    this.#become(this.#status === 'connecting' ? 'connecting' : 'reconnecting');
  }

  nudge(): void {
    if (this.#status === 'online') this.#beat(NUDGED_PONG_WITHIN_MS);
    else if (this.#status !== 'closed' && Date.now() - this.#openedAt > HANGING_AFTER_MS) {
      this.#drop();
      this.open();
    }
  }

  /** The same person has other tokens: the server learns it now, not when the old one ends. */
  renew(): void {
    this.#renew(0);
  }

  close(by: ErrorCode | null = null): void {
    if (this.#status === 'closed') return;
    this.#drop();
    clearTimeout(this.#timer);
    this.#become('closed', by);
  }

  #connect(token: string): void {
    this.#token = token;
    const socket = this.#tryOpen();
    if (socket === null) return this.reopen();
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.options.hello(token)));
    socket.onmessage = (message) => this.#heard(message.data);
    socket.onclose = () => this.reopen();
    socket.onerror = () => undefined;
  }

  /** Null where the browser refuses to open one at all, as some do without a network. */
  #tryOpen(): SocketLike | null {
    try {
      return new this.options.WebSocket(this.options.url);
    } catch {
      return null;
    }
  }

  #heard(text: unknown): void {
    const frame = this.options.reading.parse(text);
    if (frame === null) return;
    this.#heardAt = Date.now();
    if (frame.type === 'bye') return this.#sentAway(frame.code, frame.retryInMs);
    if (frame.type === 'auth') this.#renew(frame.before);
    const ready = this.#readyAt === 0 && FIRST_FRAMES.has(frame.type);
    if (ready) {
      this.#readyAt = this.#heardAt;
      this.#refused = null;
    }
    this.options.onFrame(frame);
    if (ready && this.#socket !== null) {
      this.#become('online');
      this.#beat(PONG_WITHIN_MS);
    }
  }

  /**
   * A token may have been ended because its user's role has changed: then a new one is accepted. Where the session itself
   * has ended no new one can be had, and what refuses it is why this closes.
   */
  #sentAway(code: ErrorCode, retryInMs: number | null): void {
    if (code === 'token-expired' && this.#refused === null) {
      this.#refused = this.#token;
      this.reopen(RENEW_AFTER_MS * (1 + this.options.random()));
    } else if (retryInMs === null) this.close(code);
    else this.reopen(retryInMs);
  }

  #beat(pongWithinMs: number): void {
    const pingedAt = Date.now();
    this.#heardAt = 0;
    this.send(this.options.ping());
    this.#wait(pongWithinMs, () => {
      if (this.#heardAt < pingedAt) this.reopen();
      else this.#wait(FRAME_LIMITS.pingEveryMs - PONG_WITHIN_MS, () => this.#beat(PONG_WITHIN_MS));
    });
  }

  /** A token that lives no longer than the one the server has would only be asked for again. */
  #renew(oldLivesForMs: number): void {
    const turn = this.#turn;
    this.options.token(oldLivesForMs + 1_000).then(
      (token) => {
        if (turn !== this.#turn) return;
        this.#token = token;
        this.send({ type: 'auth', token });
      },
      () => undefined,
    );
  }

  #drop(): void {
    this.#turn++;
    this.#openedAt = -Infinity;
    if (this.#socket !== null) abandon(this.#socket);
    this.#socket = null;
  }

  /** One thing is waited for at a time: readiness, a pong, the next ping or the next attempt. */
  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #become(status: ConnectionStatus, by: ErrorCode | null = null): void {
    if (status === this.#status && by === null) return;
    this.#status = status;
    this.options.onStatus(status, by);
  }
}

/** Refusals that another try may not meet again. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['retry', 'busy', 'unavailable', 'internal']);
