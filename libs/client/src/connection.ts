import { type ClientFrame, type ErrorCode, FRAME_LIMITS, RefusedError, type ServerFrame } from '@earworm/contracts';
import { backOff } from './random.js';
import type { Reading } from './reading.js';
import { abandon, type EnteredSocket, type SocketClass, type SocketLike } from './socket.js';

/** From opening the socket to the first frame of the game; then it retries. */
const READY_WITHIN_MS = 10_000;
const PONG_WITHIN_MS = 5_000;
/** The first ping after a reconnect comes within this: thousands may be reconnecting, and the clock's offset is known. */
const PING_WITHIN_MS = 5_000;
/** After a nudge: a phone that slept has a dead connection. */
const NUDGED_PONG_WITHIN_MS = 2_000;
/** Tokens carry whole seconds: one issued within the second of the revocation would be refused, too. */
const RENEW_AFTER_MS = 1_000;
/** After a nudge, an attempt older than this is replaced. */
const HANGING_AFTER_MS = 2_000;
/** A connection that lasted this long resets the back-off. */
const GOOD_AFTER_MS = 5_000;

/** The answer to an accepted hello. */
const FIRST_FRAMES: ReadonlySet<ServerFrame['type']> = new Set(['snapshot', 'events', 'operations', 'show'] as const);

export type ConnectionStatus = 'connecting' | 'online' | 'reconnecting' | 'closed';

export interface ConnectionOptions {
  readonly url: string;
  readonly WebSocket: SocketClass;
  /** Valid for `atLeastMs` more; `Infinity`: renewed in any case. */
  readonly token: (atLeastMs?: number) => Promise<string>;
  readonly random: () => number;
  readonly reading: Reading;
  readonly hello: (token: string) => ClientFrame;
  readonly ping: () => ClientFrame;
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onStatus: (status: ConnectionStatus, reasons: ConnectionReasons) => void;
}

export interface ConnectionReasons {
  readonly closedBy: ErrorCode | null;
  /** Why the server refused the last attempt, which is repeated. */
  readonly refusedBy: ErrorCode | null;
}

/** One socket at a time: connects, pings, detects a dead connection and reconnects. */
export class Connection {
  #socket: SocketLike | null = null;
  #status: ConnectionStatus = 'connecting';
  #refusedBy: ErrorCode | null = null;
  #attempt = 0;
  #readyAt = 0;
  /** When the current attempt began; -Infinity between attempts. */
  #openedAt = -Infinity;
  #lastFrameAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts attempts to connect, so that a late token does not open a second socket. */
  #turn = 0;
  #token = '';
  /** A token that the server refused; null once it accepted another one. */
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
        if (token === this.#refused) this.reopen();
        else this.#connect(token);
      },
      (error: unknown) => {
        if (turn !== this.#turn || this.#status === 'closed') return;
        if (error instanceof RefusedError && !PASSING.has(error.code)) this.close(error.code);
        else this.reopen(undefined, error instanceof RefusedError ? error.code : null);
      },
    );
  }

  /** Continues with a socket on which the server has admitted this user. */
  adopt({ socket, token, texts }: EnteredSocket): void {
    this.#turn++;
    this.#openedAt = Date.now();
    this.#token = token;
    this.#attach(socket);
    for (const text of texts) this.#onMessage(text);
  }

  send(frame: ClientFrame): void {
    if (this.#status === 'online') this.#socket?.send(JSON.stringify(frame));
  }

  /** Closes this socket and reconnects after a back-off, or after `inMs`. */
  reopen(inMs?: number, refusedBy: ErrorCode | null = null): void {
    if (this.#status === 'closed') return;
    this.#drop();
    if (this.#readyAt > 0 && Date.now() - this.#readyAt >= GOOD_AFTER_MS) this.#attempt = 0;
    this.#wait(inMs ?? backOff(this.#attempt++, this.options.random), () => this.open());
    this.#become(this.#status === 'connecting' ? 'connecting' : 'reconnecting', { closedBy: null, refusedBy });
  }

  nudge(): void {
    if (this.#status === 'online') this.#beat(NUDGED_PONG_WITHIN_MS);
    else if (this.#status !== 'closed' && Date.now() - this.#openedAt > HANGING_AFTER_MS) {
      this.#drop();
      this.open();
    }
  }

  /** Sends the user's new token now, not when the old one expires. */
  renew(): void {
    this.#renew(0);
  }

  close(by: ErrorCode | null = null): void {
    if (this.#status === 'closed') return;
    this.#drop();
    clearTimeout(this.#timer);
    this.#become('closed', { closedBy: by, refusedBy: null });
  }

  #connect(token: string): void {
    this.#token = token;
    const socket = this.#tryOpen();
    if (socket === null) return this.reopen();
    socket.onopen = () => socket.send(JSON.stringify(this.options.hello(token)));
    this.#attach(socket);
  }

  #attach(socket: SocketLike): void {
    this.#socket = socket;
    socket.onmessage = (message) => this.#onMessage(message.data);
    socket.onclose = () => this.reopen();
    socket.onerror = () => undefined;
  }

  /** Null where the browser refuses to open a socket at all, as some do without a network. */
  #tryOpen(): SocketLike | null {
    try {
      return new this.options.WebSocket(this.options.url);
    } catch {
      return null;
    }
  }

  #onMessage(text: unknown): void {
    const frame = this.options.reading.parse(text);
    if (frame === null) return;
    this.#lastFrameAt = Date.now();
    if (frame.type === 'bye') return this.#onBye(frame.code, frame.retryInMs);
    if (frame.type === 'auth') this.#renew(frame.before);
    const ready = this.#readyAt === 0 && FIRST_FRAMES.has(frame.type);
    if (ready) {
      this.#readyAt = this.#lastFrameAt;
      this.#refused = null;
    }
    this.options.onFrame(frame);
    if (ready && this.#socket !== null) {
      const isBack = this.#status === 'reconnecting';
      this.#become('online');
      if (isBack) this.#wait(PING_WITHIN_MS * this.options.random(), () => this.#beat(PONG_WITHIN_MS));
      else this.#beat(PONG_WITHIN_MS);
    }
  }

  /** A token may have been revoked because its user's role changed: then a new one is accepted. */
  #onBye(code: ErrorCode, retryInMs: number | null): void {
    if (code === 'token-expired' && this.#refused === null) {
      this.#refused = this.#token;
      this.reopen(RENEW_AFTER_MS * (1 + this.options.random()));
    } else if (retryInMs === null) this.close(code);
    else this.reopen(retryInMs, code);
  }

  #beat(pongWithinMs: number): void {
    const pingedAt = Date.now();
    this.#lastFrameAt = 0;
    this.send(this.options.ping());
    this.#wait(pongWithinMs, () => {
      if (this.#lastFrameAt < pingedAt) this.reopen();
      else this.#wait(FRAME_LIMITS.pingEveryMs - PONG_WITHIN_MS, () => this.#beat(PONG_WITHIN_MS));
    });
  }

  /** Requests a token that outlives the one that the server has. */
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

  /** One timer for readiness, a pong, the next ping or the next attempt. */
  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #become(status: ConnectionStatus, reasons: ConnectionReasons = { closedBy: null, refusedBy: null }): void {
    if (status === this.#status && reasons.refusedBy === this.#refusedBy) return;
    this.#status = status;
    this.#refusedBy = reasons.refusedBy;
    this.options.onStatus(status, reasons);
  }
}

/** Refusals after which a retry makes sense. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['retry', 'busy', 'unavailable', 'internal']);
