import type { ServerFrame } from '@earworm/contracts';
import {
  evolveSeat,
  evolveView,
  type GameView,
  type OwnSeat,
  type Role,
  type UserId,
  type ViewEvent,
} from '@earworm/rules';
import { ownReading, type Reading } from './reading.js';
import type { SeenEvent } from './types.js';

type Snapshot = Extract<ServerFrame, { type: 'snapshot' }>;
type Events = Extract<ServerFrame, { type: 'events' }>;

/** `gap`: events are missing, or one cannot be applied; `foreign`: the frame is of another log. */
export type Taken = 'ok' | 'gap' | 'foreign';

/** This client's copy of the game: a snapshot, updated by events with the same rules as the server's. */
export class Replica {
  logId: string | null = null;
  version = 0;
  view: GameView | null = null;
  seat: OwnSeat | null = null;
  role: Role;
  #userId: UserId | null = null;
  /** Role and log of the view, for the shared reading. */
  #key = '';
  #gapAt = -1;
  /** After a second gap at one version only a snapshot helps. */
  #stuck = false;
  /** The head of the last pong: reached by the next pong, or events are missing. */
  #headBefore: number | null = null;

  constructor(
    as: Role,
    private readonly reading: Reading = ownReading,
  ) {
    this.role = as;
  }

  get since(): { logId: string; version: number } | undefined {
    if (this.logId === null || this.view === null || this.#stuck) return undefined;
    return { logId: this.logId, version: this.version };
  }

  /** False when it is older than the view. */
  reset(frame: Snapshot): boolean {
    if (frame.logId === this.logId && this.view !== null && frame.version < this.version) return false;
    this.logId = frame.logId;
    this.version = frame.version;
    this.role = frame.role;
    this.#key = `${frame.role} ${frame.logId}`;
    this.view = this.reading.viewAt(this.#key, frame.version, () => frame.state);
    this.seat = frame.seat;
    this.#userId = frame.role === 'player' ? (frame.userId as UserId) : null;
    this.#gapAt = -1;
    this.#stuck = false;
    return true;
  }

  /** Applies new events and adds them to `seen`; drops duplicates, stops at a gap. */
  take(frame: Events, seen: SeenEvent[]): Taken {
    if (frame.logId !== this.logId || this.view === null) {
      this.#forget();
      return 'foreign';
    }
    const { from, list } = frame;
    if (from > this.version + 1) return this.#gap();
    for (let i = this.version + 1 - from; i < list.length; i++) {
      const seenEvent = list[i] as SeenEvent;
      if (seenEvent.v !== from + i) return this.#gap();
      if (seenEvent.type !== undefined && !this.#evolves(seenEvent as ViewEvent)) {
        this.#forget();
        return 'gap';
      }
      this.version = seenEvent.v;
      seen.push(seenEvent);
    }
    return 'ok';
  }

  /** The head of a pong: the version of the previous pong must have arrived by now. */
  headReported(head: number | null): Taken {
    const missing = this.#headBefore !== null && this.version < this.#headBefore;
    this.#headBefore = missing ? null : head;
    return missing ? this.#gap() : 'ok';
  }

  #gap(): Taken {
    this.#stuck = this.#gapAt === this.version;
    this.#gapAt = this.version;
    return 'gap';
  }

  #forget(): void {
    this.logId = null;
    this.version = 0;
    this.view = null;
    this.seat = null;
  }

  /** False: a server of another release sent what these rules cannot apply. */
  #evolves(viewEvent: ViewEvent): boolean {
    const before = this.view;
    if (before === null) return true;
    try {
      this.view = this.reading.viewAt(this.#key, viewEvent.v, () => evolveView(before, viewEvent));
      if (this.#userId !== null) this.seat = evolveSeat(this.seat, viewEvent, this.#userId, this.view);
    } catch {
      return false;
    }
    return true;
  }
}
