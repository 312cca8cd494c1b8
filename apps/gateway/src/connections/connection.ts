import type { Answer, CloseReason, ServerFrame } from '@earworm/contracts';
import { type Caller, NOBODY } from '../limits/callers.js';
import { Credit } from '../limits/credit.js';
import { Cursor } from '../fan-out/cursor.js';
import type { Line } from '../wire/line.js';
import { SecondTries } from './second-tries.js';
import type { Session } from '../fan-out/session.js';

/** Commands above this are answered `busy`. */
const COMMANDS = { burst: 60, perSecond: 20 };
/** Frames of any kind above this close the socket: no client of ours sends that many. */
const FRAMES = { burst: 240, perSecond: 60 };
const PINGS = { burst: 12, perSecond: 2 };

export interface ConnectionTerms {
  readonly onFallen: (connection: Connection) => void;
  readonly onWrite: () => void;
}

/** One socket: what it may spend, where it stands, who it is once it has said hello. */
export class Connection {
  readonly openedAt = performance.now();
  /** Where it comes from, for limits. */
  caller: () => Caller = () => NOBODY;
  userAgent = '';
  readonly line: Line;
  readonly cursor: Cursor;
  readonly frames = new Credit(FRAMES, this.openedAt);
  readonly pings = new Credit(PINGS, this.openedAt);
  readonly commands = new Credit(COMMANDS, this.openedAt);
  /** Null until the hello is accepted. */
  session: Session | null = null;
  saidHello = false;
  /** Settles when the new token that was brought last has been looked at; null when there is none. */
  renewing: Promise<void> | null = null;
  heardAt = this.openedAt;
  /** Why we closed it; null while open, and when the other side left. */
  closedFor: CloseReason | null = null;
  /** Commands of this socket that are not answered yet; sent again, they need no second carrier. */
  readonly inFlight: string[] = [];
  readonly secondTries = new SecondTries();
  /** The newest presence that could not leave yet. */
  #owed: Buffer | null = null;
  #writingSince: number | null = null;

  constructor(
    makeLine: (onLeft: () => void) => Line,
    private readonly terms: ConnectionTerms,
  ) {
    this.line = makeLine(this.#left);
    this.cursor = new Cursor(this);
  }

  get open(): boolean {
    return this.closedFor === null && this.line.open;
  }
  get idle(): boolean {
    return this.line.idle;
  }
  /** How long the line has not taken what it was given, ms. */
  stalledFor(now: number): number {
    return this.#writingSince === null || this.idle ? 0 : now - this.#writingSince;
  }

  /** An answer never arrives before what it is about. */
  answer(answer: Answer): void {
    this.line.together(() => {
      this.session?.follower.advance();
      this.say(answer);
    });
  }
  say(frame: ServerFrame): void {
    this.sayText(JSON.stringify(frame));
  }
  sayText(text: string): void {
    this.line.text(text);
    this.#noteWriting();
  }
  write(frames: readonly Buffer[]): void {
    this.line.frames(frames);
    this.#noteWriting();
  }
  /** There is more in the ring. */
  advance(): void {
    this.cursor.advance();
  }
  /** Presence is only ever the newest: a busy line gets it later. */
  presence(frame: Buffer): void {
    if (this.idle) this.write([frame]);
    else this.#owed = frame;
  }
  fallen(): void {
    this.terms.onFallen(this);
  }

  #noteWriting(): void {
    this.terms.onWrite();
    if (!this.idle) this.#writingSince ??= performance.now();
  }

  readonly #left = (): void => {
    this.#writingSince = this.idle ? null : performance.now();
    this.cursor.advance();
    if (this.#owed === null || !this.idle) return;
    const frame = this.#owed;
    this.#owed = null;
    this.write([frame]);
  };
}
