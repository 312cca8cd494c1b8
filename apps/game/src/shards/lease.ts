import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../log/connect.js';
import { allShards, planShare, ShardTimers } from './fair-share.js';
import { LeaseSession } from './lease-session.js';
import { PartitionDetector, type PartitionTimes } from './partition.js';
import type { ReplicaCapacity } from './replica-capacity.js';

export interface LeaseListener {
  /** The locks of these shards are held; each epoch is higher than any before. */
  taken(epochs: ReadonlyMap<number, number>): void;
  lost(shards: readonly number[]): void;
  /** Resolves when accepted commands are answered; then the lock is released. */
  handOver(shard: number): Promise<void>;
  freed(): void;
}

interface LeaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface LeaseOptions {
  readonly log: LeaseLog;
  readonly now: () => number;
  readonly isConnected: () => boolean;
  readonly keepMs: number;
  readonly partition: PartitionTimes;
  readonly capacity: Pick<ReplicaCapacity, 'mayHandOver' | 'mayTake' | 'shardToHandOver'>;
}

const QUERY_EVERY_MS = 500;
const STOP_WITHIN_MS = 700;
/** How long a shard that was handed over because memory was full is left to others. */
const AVOID_HANDED_OVER_MS = 5_000;

/** Takes, renews and hands over the shard locks of this replica. */
export class Lease {
  readonly #session: LeaseSession;
  readonly #mine = new Set<number>();
  readonly #leaving = new Set<number>();
  readonly #timers = new ShardTimers();
  readonly #partition: PartitionDetector;
  readonly #now: () => number;
  #stopping: AbortController | undefined;
  #loop: Promise<void> = Promise.resolve();
  #wake: () => void = () => undefined;

  constructor(
    url: string,
    private readonly listener: LeaseListener,
    private readonly options: LeaseOptions,
  ) {
    this.#now = options.now;
    this.#partition = new PartitionDetector(options.partition);
    this.#session = new LeaseSession(url, options.now, (error) => this.#onLost(error));
  }

  /** Whether this replica may answer for its shards. Must be checked right before every reply. */
  isValid(): boolean {
    return this.#session.isValid();
  }

  /** Connects and takes free shards. Throws when the database cannot be reached, or only through a pooler. */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    try {
      await this.#session.open();
      await this.#session.refusePooler();
      await this.#renew();
    } catch (error) {
      this.#session.drop(error);
      throw error;
    }
    this.#loop = this.#run(this.#stopping.signal);
  }

  renewNow(): void {
    this.#wake();
  }

  async giveUp(shard: number, avoidMs: number): Promise<void> {
    this.#timers.avoid(shard, this.#now() + avoidMs);
    if (this.#mine.delete(shard)) this.listener.lost([shard]);
    await this.#session.release(shard);
  }

  async stop(): Promise<void> {
    this.#stopping?.abort();
    this.#wake();
    // An unreachable database must not keep the process.
    await Promise.race([this.#loop, sleep(STOP_WITHIN_MS)]);
    const renewal = setInterval(() => void this.#session.view().catch(() => undefined), QUERY_EVERY_MS);
    await Promise.all([...this.#mine].map((shard) => this.listener.handOver(shard)));
    clearInterval(renewal);
    this.#mine.clear();
    await this.#session.close();
    this.listener.freed();
  }

  async #run(stop: AbortSignal): Promise<void> {
    let attempt = 0;
    while (!stop.aborted) {
      try {
        if (!this.#session.isOpen) await this.#session.open();
        await this.#renew();
        attempt = 0;
      } catch (error) {
        this.#session.drop(error);
        await sleep(backoffMs(attempt++));
        continue;
      }
      await this.#pause(Math.max(0, this.#session.sentAt + QUERY_EVERY_MS - this.#now()));
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #onLost(error: unknown): void {
    const lost = [...this.#mine];
    this.#mine.clear();
    const reason = error instanceof Error ? error.message : 'closed';
    this.options.log.warn({ shards: lost.length, reason }, 'lease lost');
    this.listener.lost(lost);
  }

  async #renew(): Promise<void> {
    const { capacity } = this.options;
    const isConnected = this.options.isConnected();
    const isCounted = this.#partition.counts(isConnected, this.#now());
    await this.#session.locks.count(isCounted);
    const { members, held, mine } = await this.#session.view();
    const now = this.#now();
    const lost = [...this.#mine].filter((shard) => !mine.has(shard));
    for (const shard of lost) this.#mine.delete(shard);
    if (lost.length > 0) this.listener.lost(lost);

    const free = this.#timers.freeFor(held, now);
    const staying = new Set([...this.#mine].filter((shard) => !this.#leaving.has(shard)));
    if (this.#partition.isCutOffAlone(isConnected, members, now)) {
      for (const shard of staying) void this.#handOver(shard);
      return;
    }
    const sharing = isCounted ? members : members + 1;
    const plan = planShare({ members: sharing, mine: staying, free }, this.#timers.kept(now));
    const take = plan.take.filter((shard) => capacity.mayTake(free.get(shard) ?? 0));
    // Off the bus, free shards are left to replicas that are on it.
    if ((isConnected || members === 0) && take.length > 0) await this.#take(take, sharing);
    if (capacity.mayHandOver) for (const shard of plan.giveUp) void this.#handOver(shard);
    this.#relieveMemory();
  }

  /** One shard at a time, so that the other replicas report their free memory before the next. */
  #relieveMemory(): void {
    if (this.#leaving.size > 0) return;
    const shard = this.options.capacity.shardToHandOver();
    if (shard === undefined || !this.#mine.has(shard)) return;
    this.#timers.avoid(shard, this.#now() + AVOID_HANDED_OVER_MS);
    this.options.log.info({ shard }, 'handing over a shard because memory is full');
    void this.#handOver(shard);
  }

  async #take(shards: readonly number[], members: number): Promise<void> {
    const epochs = await this.#session.locks.take(shards);
    const fair = Math.ceil(allShards.length / members);
    for (const shard of epochs.keys()) {
      this.#mine.add(shard);
      if (this.#mine.size > fair) this.#timers.keep(shard, this.#now() + this.options.keepMs);
    }
    if (epochs.size === 0) return;
    this.options.log.info({ shards: epochs.size, members }, 'shards taken');
    this.listener.taken(epochs);
  }

  async #handOver(shard: number): Promise<void> {
    this.#leaving.add(shard);
    try {
      await this.listener.handOver(shard);
      if (this.#mine.delete(shard)) await this.#session.release(shard);
      this.listener.freed();
    } catch (error) {
      this.#session.drop(error);
    } finally {
      this.#leaving.delete(shard);
    }
  }
}
