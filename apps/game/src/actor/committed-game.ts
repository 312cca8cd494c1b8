import { NO_GAME } from '@earworm/rules';
import type { TraceParent } from '@earworm/service-kit/tracing';
import type { Clock } from './clock.js';
import type { Pending } from './draft.js';
import { publishItems } from './encode.js';
import type { Position, Rehydrated } from './rehydrate.js';
import { Ring, type Items } from './event-ring.js';
import { ViewTexts } from './views.js';

/** How a committed version leaves the process. */
export interface Outlet {
  readonly clock: Clock;
  /** How long committed events are kept for clients that come back. */
  readonly ringMs: number;
  publish(subject: string, data: Uint8Array, traceParent?: TraceParent): void;
  /** A committed version, for the heads. */
  changed(gameId: string, logId: string, version: number): void;
}

/** The committed side of one game: all that replies, snapshots, `since` and heads are made from. */
export class Shown {
  position: Position = { version: 0, state: NO_GAME };
  /** Empty for a game that was never reserved. */
  logId = '';
  readonly views = new ViewTexts();
  ring: Ring;

  constructor(
    private readonly gameId: string,
    private readonly outlet: Outlet,
  ) {
    this.ring = new Ring(outlet.ringMs);
  }

  /** What the log says, after a load; publishes what this process had appended without hearing that it was committed. */
  adopt(rehydrated: Rehydrated, logId: string): void {
    this.position = rehydrated.position;
    this.logId = logId;
    this.ring = rehydrated.ring;
    if (rehydrated.unpublished.items.length > 0)
      this.publish(rehydrated.unpublished.from, rehydrated.unpublished.items);
  }

  /** Newly committed versions, in order; published before this returns, as part of a trace if one asked for them. */
  advance(entries: readonly Pending[], traceParent?: TraceParent): void {
    const [first] = entries;
    const last = entries.at(-1);
    if (!first || !last) return;
    this.position = { version: last.version, state: last.state };
    this.views.forget();
    const ticks = this.outlet.clock.ticks();
    for (const { version, items } of entries) this.ring.push(version, items, ticks);
    this.publish(
      first.version,
      entries.map(({ items }) => items),
      traceParent,
    );
  }

  private publish(from: number, items: readonly Items[], traceParent?: TraceParent): void {
    const { gameId, logId } = this;
    const publish = (subject: string, data: Uint8Array) => this.outlet.publish(subject, data, traceParent);
    publishItems(publish, { gameId, logId }, from, items);
    this.outlet.changed(gameId, logId, from + items.length - 1);
  }
}
