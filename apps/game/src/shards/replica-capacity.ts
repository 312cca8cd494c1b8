import type { Bus, Subscription } from '@earworm/service-kit/bus';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../actor/clock.js';

/** Every replica reports each second how many bytes of games it can still take; one that is under pressure reports 0. */
const SUBJECT = 'game.room';
const Report = z.object({ replica: z.string(), bytes: z.number() });
/** A replica that has not reported for this long is gone. */
const EXPIRES_MS = 3_000;
/** A shard that is free for this long is taken by a replica under pressure, too: better a full owner than none. */
const TAKEN_ANYWAY_MS = 5_000;

const decoder = new TextDecoder();

export interface OwnRoom {
  /** Bytes of games that still fit here; 0 while games had to be refused a moment ago. */
  readonly bytes: number;
}

/** Who among the replicas has room for games: shards go only there. */
export class Room {
  readonly #replica = randomUUID();
  readonly #others = new Map<string, { bytes: number; at: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'ticks'>,
    private readonly own: () => OwnRoom,
  ) {}

  listen(bus: Pick<Bus, 'subscribe'>): Subscription {
    return bus.subscribe(SUBJECT, ({ data }) => {
      const { replica, bytes } = Report.parse(JSON.parse(decoder.decode(data)));
      if (replica !== this.#replica) this.#others.set(replica, { bytes, at: this.clock.ticks() });
    });
  }

  report(bus: Pick<Bus, 'publish'>): void {
    const text = JSON.stringify({ replica: this.#replica, bytes: this.own().bytes });
    bus.publish(SUBJECT, new TextEncoder().encode(text));
  }

  /** The most that one other replica can take; undefined when none has reported. */
  get elsewhere(): number | undefined {
    const old = this.clock.ticks() - EXPIRES_MS;
    let most: number | undefined;
    for (const [replica, { bytes, at }] of this.#others) {
      if (at < old) this.#others.delete(replica);
      else most = Math.max(most ?? 0, bytes);
    }
    return most;
  }

  /** Whether a shard may be handed over; where no replica reports, as with those of the previous release, it may. */
  get mayHandOver(): boolean {
    return this.elsewhere !== 0;
  }

  /** Whether a shard that has been free for so long may be taken: a replica under pressure leaves it to others first. */
  mayTake(freeMs: number): boolean {
    return this.own().bytes > 0 || !this.elsewhere || freeMs >= TAKEN_ANYWAY_MS;
  }

  /**
   * The shard to hand over because this replica is under pressure: the largest that fits elsewhere.
   * @param shards bytes of each shard's games
   */
  toHandOver(shards: ReadonlyMap<number, number>): number | undefined {
    const { elsewhere } = this;
    if (this.own().bytes > 0 || !elsewhere) return undefined;
    let largest: number | undefined;
    for (const [shard, bytes] of shards)
      if (bytes > 0 && bytes <= elsewhere && bytes > (shards.get(largest ?? -1) ?? 0)) largest = shard;
    return largest;
  }
}
