import type { Answer, CloseReason, ServerFrame } from '@earworm/contracts';
import type { Arriving } from './arriving.js';
import { type Caller, ANONYMOUS } from '../limits/callers.js';
import { TokenBucket } from '../limits/token-bucket.js';
import { Cursor } from '../fan-out/cursor.js';
import type { SocketWriter } from '../wire/socket-writer.js';
import { RetriedCommands } from './retried-commands.js';
import type { Session } from '../fan-out/session.js';
import type { MeasuredLink } from '../timing/measured-link.js';

const COMMANDS = { burst: 60, perSecond: 20 };
const FRAMES = { burst: 240, perSecond: 60 };
const PINGS = { burst: 12, perSecond: 2 };

export interface ConnectionDependencies {
  readonly onOverrun: (connection: Connection) => void;
  readonly onWrite: () => void;
}

export class Connection {
  readonly openedAt = performance.now();
  caller: () => Caller = () => ANONYMOUS;
  userAgent = '';
  /** Its device came with this socket. */
  isFirstVisit = false;
  readonly writer: SocketWriter;
  readonly cursor: Cursor;
  readonly frames = new TokenBucket(FRAMES, this.openedAt);
  readonly pings = new TokenBucket(PINGS, this.openedAt);
  readonly commands = new TokenBucket(COMMANDS, this.openedAt);
  session: Session | null = null;
  /** Without a token, before it enters a game. */
  arriving: Arriving | null = null;
  helloReceived = false;
  onHello: () => void = () => undefined;
  /** In use: by a seated player, or by someone who is no player. */
  onUse: (isInUse: boolean) => void = () => undefined;
  onBye: () => void = () => undefined;
  /** Verification of the newest token, if in progress. */
  renewing: Promise<void> | null = null;
  lastFrameAt = this.openedAt;
  /** Null until the client asks for it: only games that correct the order of buzzes measure. */
  link: MeasuredLink | null = null;
  /** Null when the client closed it. */
  closedFor: CloseReason | null = null;
  /** Unanswered commands; a resent one is not sent twice. */
  readonly inFlight: string[] = [];
  readonly retriedCommands = new RetriedCommands();
  #presence: Buffer | null = null;
  #isPresencePending = false;
  #writingSince: number | null = null;

  constructor(
    createWriter: (onDrain: () => void) => SocketWriter,
    private readonly deps: ConnectionDependencies,
  ) {
    this.writer = createWriter(this.#onDrain);
    this.cursor = new Cursor(this);
  }

  get open(): boolean {
    return this.closedFor === null && this.writer.open;
  }
  get idle(): boolean {
    return this.writer.idle;
  }
  stalledFor(now: number): number {
    return this.#writingSince === null || this.idle ? 0 : now - this.#writingSince;
  }

  /** Events go before the answer about them. */
  answer(answer: Answer): void {
    this.batch(() => {
      this.session?.subscriber.advance();
      this.send(answer);
    });
  }
  /** One write for all that `send` writes. */
  batch(send: () => void): void {
    this.writer.batch(send);
    this.#watchWriting();
  }
  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame));
  }
  sendText(text: string): void {
    this.writer.text(text);
    this.#onWritten();
  }
  write(frames: readonly Buffer[]): void {
    this.writer.frames(frames);
    this.#onWritten();
  }
  /** Sends the events after the cursor's position, and presence that is queued, in one write. */
  advance(): void {
    if (!this.#isPresencePending || !this.idle) return this.cursor.advance();
    this.#isPresencePending = false;
    const presence = this.#presence as Buffer;
    this.batch(() => {
      this.cursor.advance();
      this.write([presence]);
    });
  }
  /** For the next write. */
  queuePresence(frame: Buffer): void {
    if (frame === this.#presence) return;
    this.#presence = frame;
    this.#isPresencePending = true;
  }
  overrun(): void {
    this.deps.onOverrun(this);
  }

  #onWritten(): void {
    this.deps.onWrite();
    this.#watchWriting();
  }

  #watchWriting(): void {
    if (!this.idle) this.#writingSince ??= performance.now();
  }

  readonly #onDrain = (): void => {
    this.#writingSince = this.idle ? null : performance.now();
    this.advance();
  };
}
