import { randomUUID } from 'node:crypto';
import { type Bus, parseJson, publishJson, type Subscription } from '@earworm/service-kit/bus';
import { z } from 'zod';
import type { Clock } from '../actor/clock.js';

/** Every replica reports each second how many bytes of games still fit; 0 under pressure. */
const SUBJECT = 'game.room';
const Report = z.object({ replica: z.string(), bytes: z.number() });
const EXPIRES_MS = 3_000;
/** A shard that is free for this long is taken under pressure, too: a full owner is better than none. */
const TAKEN_ANYWAY_MS = 5_000;

interface OwnCapacity {
  readonly freeBytes: number;
  bytesByShard(): ReadonlyMap<number, number>;
}

/** How much memory this replica and the others have for games: shards move only to where there is some. */
export class ReplicaCapacity {
  readonly #replica = randomUUID();
  readonly #others = new Map<string, { bytes: number; at: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'ticks'>,
    private readonly own: OwnCapacity,
  ) {}

  listen(bus: Pick<Bus, 'subscribe'>): Subscription {
    return bus.subscribe(SUBJECT, ({ data }) => {
      const { replica, bytes } = parseJson(Report, data);
      if (replica !== this.#replica) this.#others.set(replica, { bytes, at: this.clock.ticks() });
    });
  }

  report(bus: Pick<Bus, 'publish'>): void {
    publishJson(bus, SUBJECT, { replica: this.#replica, bytes: this.own.freeBytes } satisfies z.infer<typeof Report>);
  }

  /** The most bytes that one other replica can take; undefined when none has reported. */
  get elsewhere(): number | undefined {
    const old = this.clock.ticks() - EXPIRES_MS;
    let most: number | undefined;
    for (const [replica, { bytes, at }] of this.#others) {
      if (at < old) this.#others.delete(replica);
      else most = Math.max(most ?? 0, bytes);
    }
    return most;
  }

  get mayHandOver(): boolean {
    return this.elsewhere !== 0;
  }

  mayTake(freeMs: number): boolean {
    return this.own.freeBytes > 0 || !this.elsewhere || freeMs >= TAKEN_ANYWAY_MS;
  }

  /** Under pressure: the largest shard that fits into another replica. */
  shardToHandOver(): number | undefined {
    const { elsewhere } = this;
    if (this.own.freeBytes > 0 || !elsewhere) return undefined;
    const shards = this.own.bytesByShard();
    let largest: number | undefined;
    for (const [shard, bytes] of shards)
      if (bytes <= elsewhere && bytes > (shards.get(largest ?? -1) ?? 0)) largest = shard;
    return largest;
  }
}
