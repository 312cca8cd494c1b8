import type { ViewKind } from '@earworm/contracts';
import type { RingBounds } from '@earworm/service-kit/ring';
import { Ring } from './ring.js';
import { Round } from './round.js';
import type { Turns } from './turns.js';
import { Gaps, type AskSince } from './gaps.js';
import type { KeptEvents } from './kept-events.js';

/** Somebody who is told when there is more. */
export interface Follower {
  advance(): void;
}

export interface ChannelTerms {
  readonly bounds: RingBounds;
  readonly turns: Turns;
  readonly askSince: AskSince;
  readonly onRound: () => void;
  readonly onGap: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** What this gateway knows of one game for one kind of view: where it stands, its recent past, who follows it. */
export class Channel {
  readonly ring: Ring;
  readonly followers = new Set<Follower>();
  readonly round: Round<Follower>;
  /** Null until the owner's first word. */
  logId: string | null = null;
  /** The last version in the ring. */
  head = 0;
  /** How often everybody had to begin anew. */
  restarts = 0;
  readonly #gaps: Gaps;

  constructor(
    readonly kind: ViewKind,
    private readonly terms: ChannelTerms,
  ) {
    this.ring = new Ring(terms.bounds);
    this.round = new Round(this.followers, (follower) => follower.advance(), terms.turns);
    this.#gaps = new Gaps(this, terms);
  }

  get complete(): boolean {
    return !this.#gaps.filling;
  }

  /** Events as they come from the bus: the next ones go on, doubles are dropped, a gap is filled first. */
  take(events: KeptEvents): void {
    if (this.logId === null) this.restart(events.logId, events.from - 1);
    if (events.logId !== this.logId) return this.restart(events.logId, events.to);
    if (events.to <= this.head) return;
    if (events.from > this.head + 1) return this.#gaps.fillBefore(events);
    this.ring.push({ from: events.from, to: events.to, bytes: events.framed(), at: performance.now() });
    this.head = events.to;
    this.terms.onRound();
    this.round.start();
  }

  /** The owner's word on where the game stands, from a snapshot or a head. */
  stands(logId: string, version: number): void {
    if (logId !== this.logId) this.restart(logId, version);
    else if (version > this.head) this.#gaps.fill();
  }

  /** Another history, or one whose past is not to be had: everybody needs a snapshot. */
  restart(logId: string, version: number): void {
    this.logId = logId;
    this.head = version;
    this.restarts++;
    this.ring.restart(version);
    this.round.start();
  }
}
