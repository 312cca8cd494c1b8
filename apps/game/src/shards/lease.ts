import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../log/connect.js';
import { PartitionDetector, type PartitionTimes } from './partition.js';
import { ShardLocks, type Holders } from './locks.js';
import { refusePooler } from './pooler.js';
import { allShards, planShare } from './fair-share.js';

/** What the lease tells the owner of shards. */
export interface Tenant {
  /** The shard's lock is held; `epoch` is higher than any owner's before. */
  taken(shards: ReadonlyMap<number, number>): void;
  /** The locks are gone: answer nothing more for these shards. */
  lost(shards: readonly number[]): void;
  /** Finish what was accepted; the lock is released when this resolves. */
  handOver(shard: number): Promise<void>;
  /** A lock was released for others to take. */
  freed(): void;
}

interface LeaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface LeaseOptions {
  readonly log: LeaseLog;
  /** Monotonic, ms. */
  readonly now: () => number;
  /** False while the bus cannot be reached from here. */
  readonly isConnected: () => boolean;
  /** A shard taken beyond the fair share, because nobody held it, is not given away again before this. */
  readonly keepMs: number;
  readonly partition: PartitionTimes;
  /** Who has room for the games of a shard. */
  readonly room: {
    readonly mayHandOver: boolean;
    mayTake(freeMs: number): boolean;
    /** A shard to hand over because memory is full here and not elsewhere. */
    toHandOver(): number | undefined;
  };
}

const QUERY_EVERY_MS = 500;
/** A reply may leave only while the last successful query was sent less than this ago. */
const VALID_MS = 1_500;
const STOP_WITHIN_MS = 700;
/** A shard handed over because memory was full is left to others for this long. */
const AVOID_HANDED_MS = 5_000;

/** The shard locks of this replica, on one direct connection that is asked every 500 ms. */
export class Lease {
  private locks: ShardLocks | undefined;
  private sentAt = Number.NEGATIVE_INFINITY;
  private readonly mine = new Set<number>();
  private readonly freeSince = new Map<number, number>();
  private readonly keepUntil = new Map<number, number>();
  private readonly avoidUntil = new Map<number, number>();
  private readonly leaving = new Set<number>();
  private readonly partition: PartitionDetector;
  private readonly now: () => number;
  private stopping: AbortController | undefined;
  private loop: Promise<void> = Promise.resolve();
  private wake: () => void = () => undefined;

  constructor(
    private readonly url: string,
    private readonly tenant: Tenant,
    private readonly options: LeaseOptions,
  ) {
    this.now = options.now;
    this.partition = new PartitionDetector(options.partition);
  }

  /** True while this process may speak for its shards. Ask right before every reply. */
  valid(): boolean {
    return this.locks !== undefined && this.now() - this.sentAt < VALID_MS;
  }

  /** Connects and takes what is free. Throws when the database cannot be reached or a pooler stands before it. */
  async start(): Promise<void> {
    this.stopping = new AbortController();
    try {
      await this.open();
      await refusePooler(this.held().client, this.url);
      await this.tick();
    } catch (error) {
      this.drop(error);
      throw error;
    }
    this.loop = this.run(this.stopping.signal);
  }

  /** Looks again now, e.g. because another replica said that it freed shards. */
  look(): void {
    this.wake();
  }

  /** Gives one shard up after a newer owner was seen in the log, and leaves it alone for a while. */
  async giveUp(shard: number, avoidMs: number): Promise<void> {
    this.avoidUntil.set(shard, this.now() + avoidMs);
    if (this.mine.delete(shard)) this.tenant.lost([shard]);
    await this.release(shard);
  }

  /** Hands every shard over and ends. */
  async stop(): Promise<void> {
    this.stopping?.abort();
    this.wake();
    // A database that is away must not keep the process.
    await Promise.race([this.loop, sleep(STOP_WITHIN_MS)]);
    const beat = setInterval(() => void this.view().catch(() => undefined), QUERY_EVERY_MS);
    await Promise.all([...this.mine].map((shard) => this.tenant.handOver(shard)));
    clearInterval(beat);
    this.mine.clear();
    const { locks } = this;
    this.locks = undefined;
    await locks?.close();
    this.tenant.freed();
  }

  private async run(stop: AbortSignal): Promise<void> {
    let attempt = 0;
    while (!stop.aborted) {
      try {
        if (!this.locks) await this.open();
        await this.tick();
        attempt = 0;
      } catch (error) {
        this.drop(error);
        await sleep(backoffMs(attempt++));
        continue;
      }
      await this.pause(Math.max(0, this.sentAt + QUERY_EVERY_MS - this.now()));
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async open(): Promise<void> {
    const opened: ShardLocks = await ShardLocks.open(this.url, (error) => {
      if (this.locks && this.locks === opened) this.drop(error);
    });
    this.locks = opened;
  }

  /** The connection is gone and every lock with it. */
  private drop(error: unknown): void {
    const { locks } = this;
    if (!locks) return;
    this.locks = undefined;
    this.sentAt = Number.NEGATIVE_INFINITY;
    locks.cut();
    const lost = [...this.mine];
    this.mine.clear();
    this.options.log.warn(
      { shards: lost.length, reason: error instanceof Error ? error.message : 'closed' },
      'lease lost',
    );
    this.tenant.lost(lost);
  }

  private held(): ShardLocks {
    if (!this.locks) throw new Error('no connection for the lease');
    return this.locks;
  }

  private async view(): Promise<Holders> {
    const sentAt = this.now();
    const holders = await this.held().view();
    this.sentAt = sentAt;
    return holders;
  }

  private async tick(): Promise<void> {
    const isConnected = this.options.isConnected();
    const counts = this.partition.counts(isConnected, this.now());
    await this.held().count(counts);
    const { members, held, mine } = await this.view();
    const now = this.now();
    const gone = [...this.mine].filter((shard) => !mine.has(shard));
    if (gone.length > 0) {
      gone.forEach((shard) => this.mine.delete(shard));
      this.tenant.lost(gone);
    }
    const free = this.noteFree(held, now);
    const keep = new Set([...this.keepUntil].filter(([, until]) => until > now).map(([shard]) => shard));
    const staying = new Set([...this.mine].filter((shard) => !this.leaving.has(shard)));
    if (this.partition.isCutOffAlone(isConnected, members, now)) {
      for (const shard of staying) void this.hand(shard);
      return;
    }
    const sharing = counts ? members : members + 1;
    const plan = planShare({ members: sharing, mine: staying, free }, keep);
    // Others are heard: what is free is theirs.
    const mayTake = isConnected || members === 0;
    const { room } = this.options;
    const take = plan.take.filter((shard) => room.mayTake(free.get(shard) ?? 0));
    if (mayTake && take.length > 0) await this.take(take, sharing);
    if (room.mayHandOver) for (const shard of plan.giveUp) void this.hand(shard);
    this.relieve();
  }

  /** One shard at a time, so that the others report what is left of their room before the next. */
  private relieve(): void {
    if (this.leaving.size > 0) return;
    const shard = this.options.room.toHandOver();
    if (shard === undefined || !this.mine.has(shard)) return;
    this.avoidUntil.set(shard, this.now() + AVOID_HANDED_MS);
    this.options.log.info({ shard }, 'a shard is handed over because memory is full here');
    void this.hand(shard);
  }

  private noteFree(held: ReadonlySet<number>, now: number): Map<number, number> {
    const free = new Map<number, number>();
    for (const shard of allShards) {
      if (held.has(shard) || (this.avoidUntil.get(shard) ?? 0) > now) {
        this.freeSince.delete(shard);
        continue;
      }
      const since = this.freeSince.get(shard) ?? now;
      this.freeSince.set(shard, since);
      free.set(shard, now - since);
    }
    return free;
  }

  private async take(shards: readonly number[], members: number): Promise<void> {
    const taken = await this.held().take(shards);
    const fair = Math.ceil(allShards.length / members);
    for (const shard of taken.keys()) {
      this.mine.add(shard);
      this.freeSince.delete(shard);
      if (this.mine.size > fair) this.keepUntil.set(shard, this.now() + this.options.keepMs);
    }
    if (taken.size === 0) return;
    this.options.log.info({ shards: taken.size, members }, 'shards taken');
    this.tenant.taken(taken);
  }

  /** Gives one shard of too many to another replica. */
  private async hand(shard: number): Promise<void> {
    this.leaving.add(shard);
    try {
      await this.tenant.handOver(shard);
      if (this.mine.delete(shard)) await this.release(shard);
      this.tenant.freed();
    } catch (error) {
      this.drop(error);
    } finally {
      this.leaving.delete(shard);
    }
  }

  /** A lock that cannot be given back would leave its shard without an owner: then all go with their connection. */
  private async release(shard: number): Promise<void> {
    const { locks } = this;
    try {
      await locks?.release([shard]);
    } catch (error) {
      if (locks === this.locks) this.drop(error);
    }
  }
}
