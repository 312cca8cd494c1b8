import type { ViewKind } from '@earworm/contracts';
import type { RingBounds } from '@earworm/service-kit/ring';
import type { GatewayMetrics } from '../gateway.metrics.js';
import { Ring } from './ring.js';
import { Broadcast } from './broadcast.js';
import type { Scheduler } from './scheduler.js';
import { GapFiller, type ReadSince } from './gaps.js';
import type { EventBatch } from './ring.js';

export interface Subscriber {
  advance(): void;
}

export interface ChannelDependencies {
  readonly bounds: RingBounds;
  readonly scheduler: Scheduler;
  readonly readSince: ReadSince;
  readonly metrics: Pick<GatewayMetrics, 'broadcast' | 'gaps'>;
  readonly onCrewChanged: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** One game's events of one view kind: position, ring buffer, subscribers. */
export class Channel {
  readonly ring: Ring;
  readonly subscribers = new Set<Subscriber>();
  readonly broadcast: Broadcast<Subscriber>;
  logId: string | null = null;
  head = 0;
  restarts = 0;
  readonly #gapFiller: GapFiller;

  constructor(
    readonly kind: ViewKind,
    private readonly deps: ChannelDependencies,
  ) {
    this.ring = new Ring(deps.bounds);
    this.broadcast = new Broadcast(this.subscribers, (subscriber) => subscriber.advance(), deps.scheduler);
    this.#gapFiller = new GapFiller(this, deps);
  }

  get complete(): boolean {
    return !this.#gapFiller.filling;
  }

  /** Appends events in order, drops duplicates, fills gaps first. */
  append(events: EventBatch): void {
    if (this.logId === null) this.restart(events.logId, events.from - 1);
    if (events.logId !== this.logId) return this.restart(events.logId, events.to);
    if (events.to <= this.head) return;
    if (events.from > this.head + 1) return this.#gapFiller.fillBefore(events);
    this.ring.push({ from: events.from, to: events.to, bytes: events.framed(), at: performance.now() });
    this.head = events.to;
    this.deps.metrics.broadcast();
    this.broadcast.start();
  }

  catchUpTo(logId: string, version: number): void {
    if (logId !== this.logId) this.restart(logId, version);
    else if (version > this.head) this.#gapFiller.fill();
  }

  /** After a new history or a gap that cannot be filled, every subscriber needs a snapshot. */
  restart(logId: string, version: number): void {
    this.logId = logId;
    this.head = version;
    this.restarts++;
    this.ring.restart(version);
    this.broadcast.start();
  }
}
