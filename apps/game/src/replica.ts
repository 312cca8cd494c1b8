import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LOG_GROWN, onShard, ROOM_STATUSES_WANTED, shardOf } from '@earworm/contracts';
import { callsOf, type Kit } from '@earworm/service-kit/bootstrap';
import type { Subscription } from '@earworm/service-kit/bus';
import { retryUntilReady } from '@earworm/service-kit/health';
import type { TraceParent } from '@earworm/service-kit/tracing';
import { watchDiskSpace } from '@earworm/service-kit/disk-space';
import type { DataSource } from 'typeorm';
import { systemClock as clock } from './actor/clock.js';
import { GameMemory } from './actor/footprint.js';
import { watchPresence } from './actor/game-presence.js';
import { HeapWatch } from './actor/heap-watch.js';
import { SnapshotSaver } from './actor/snapshot.js';
import type { GameConfig } from './game.config.js';
import { LogWriter } from './log/append.js';
import { Flush } from './log/flush.js';
import { headsSince, loadLog } from './log/read.js';
import { databaseSpace, gameMetrics, type GameMetrics } from './metrics.js';
import { CHANGED_WITHIN_MS } from './shards/heads.js';
import { Lease } from './shards/lease.js';
import { Owner, type OwnedShard } from './shards/owner.js';
import { PoolerError } from './shards/pooler.js';
import { ReplicaCapacity } from './shards/replica-capacity.js';
import { sweep } from './shards/sweep.js';
import { throttle } from './throttle.js';

const WRITTEN_WITHIN_MS = 500;
/** Shortest period of the hint that the log has grown; projections read it once a second anyway. */
const HINT_MS = 250;
const FREED_MS = 50;
const SHARDS_FREED = 'game.shards-freed';
/** How long a shard is avoided that a newer owner holds, or whose log this release cannot read. */
const AVOID_MS = { fenced: 1_000, unreadable: 30_000 } as const;

/** One replica of this service: the shards it owns, their games, and its connections to the log. */
export class Replica {
  readonly owner: Owner;
  readonly #writer: LogWriter;
  readonly #largeWriter: LogWriter;
  readonly #flush: Flush;
  readonly #saver: SnapshotSaver;
  readonly #lease: Lease;
  readonly #metrics: GameMetrics;
  readonly #heap = new HeapWatch(() => this.#memory.used);
  readonly #memory: GameMemory;
  readonly #capacity: ReplicaCapacity;
  #subscriptions: Subscription[] = [];

  constructor(
    private readonly kit: Kit,
    private readonly config: GameConfig,
    private readonly database: DataSource,
  ) {
    const { log } = kit;
    this.#memory = new GameMemory(config.GAME_MEMORY_MB * 1024 * 1024, (bytes) => this.#heap.has(bytes));
    this.#metrics = gameMetrics(kit.metrics, () => this.#gauges());
    watchDiskSpace(kit, 'database', databaseSpace(database, config.DATABASE_CAPACITY_BYTES));
    this.#writer = new LogWriter(config.DATABASE_DIRECT_URL);
    this.#largeWriter = new LogWriter(config.DATABASE_DIRECT_URL);
    this.#saver = new SnapshotSaver(database, (error) => log.warn({ err: error }, 'a snapshot could not be written'));
    this.#flush = new Flush(
      (rows) => this.#writer.append(rows),
      this.#metrics,
      throttle(HINT_MS, () => this.#publish(LOG_GROWN, new Uint8Array())),
      async (rows) => {
        // A large game is decided and encoded in different turns of the event loop.
        await nextTurn();
        return this.#largeWriter.append(rows);
      },
    );
    this.owner = this.#makeOwner();
    this.#capacity = new ReplicaCapacity(clock, this.owner);
    this.#lease = this.#makeLease();
  }

  #makeOwner(): Owner {
    const { config, kit } = this;
    const { log, tracing } = kit;
    return new Owner(
      {
        clock,
        load: (gameId) => loadLog(this.database, gameId),
        offer: (listener, gameId, rows) => this.#flush.offer(listener, gameId, rows),
        withdraw: (listener, gameId) => this.#flush.withdraw(listener, gameId),
        publish: (subject, data, trace) => this.#publish(subject, data, trace),
        save: (game) => this.#saver.save(game),
        countBusy: (bound) => this.#metrics.busy(bound),
        warn: (fields, message) => log.warn(fields, message),
        memory: this.#memory,
        tracing,
        ringMs: config.ringMs,
        presence: {
          expiresMs: config.presenceExpiresMs,
          moderatorAwayMs: config.moderatorAwayMs,
          deskDisconnectedMs: config.deskDisconnectedMs,
          seatRequestAwayMs: config.seatRequestAwayMs,
          seatRequestMs: config.seatRequestMs,
        },
      },
      {
        isLeaseValid: () => this.#lease.isValid(),
        giveUp: (shard, reason) => {
          log.error({ shard, reason }, 'shard given up');
          void this.#lease.giveUp(shard, AVOID_MS[reason]);
        },
        taken: (shards) => void this.#announce(shards),
        freed: throttle(FREED_MS, () => this.#publish(SHARDS_FREED, new Uint8Array())),
        gamesMax: config.GAME_GAMES_IN_MEMORY,
      },
    );
  }

  #makeLease(): Lease {
    const { config, kit } = this;
    return new Lease(config.DATABASE_DIRECT_URL, this.owner, {
      log: kit.log,
      now: clock.ticks,
      isConnected: () => kit.bus.connected,
      keepMs: config.keepShardsMs,
      capacity: this.#capacity,
      partition: { handOverAfterMs: config.handOverAfterMs, shareAfterMs: config.shareAfterMs },
    });
  }

  async start(handlers: readonly object[]): Promise<void> {
    const { bus, health, isOwnProcess } = this.kit;
    const calls = handlers.flatMap(callsOf);
    this.owner.serveWith((shard) =>
      calls.map(({ call, answer }) =>
        bus.serve(onShard(call, shard), (request) => answer(request as never, shard), { queue: null }),
      ),
    );
    const takeShards = () => this.#lease.start();
    const isFinal = (error: unknown) => error instanceof PoolerError;
    await (isOwnProcess ? retryUntilReady({ health, name: 'shards', isFinal }, takeShards) : takeShards());
    await this.#writer.open();
    const resetPresence = () => {
      for (const { presence } of this.owner.actors()) presence.reset(clock.ticks());
    };
    this.#subscriptions = [
      this.#capacity.listen(bus),
      watchPresence(bus, clock, (gameId) => this.owner.inMemory(gameId)),
      bus.subscribe(SHARDS_FREED, () => this.#lease.renewNow()),
      bus.subscribe(ROOM_STATUSES_WANTED, () => this.owner.roomStatuses.repeat()),
      { unsubscribe: bus.onReconnect(resetPresence) },
    ];
    health.add('shards', () => {
      if (!this.#lease.isValid()) throw new Error('the lease of the shards is not valid');
    });
  }

  async sweep(): Promise<void> {
    const { idleMs, unopenedMs } = this.config;
    const { bus } = this.kit;
    await sweep(this.owner, bus, clock, { idleMs, unopenedMs });
    this.#capacity.report(bus);
  }

  async publishRoomStatuses(): Promise<void> {
    this.owner.roomStatuses.publishChanges(this.kit.bus);
  }

  async stop(): Promise<void> {
    this.#heap.stop();
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await this.#lease.stop();
    // Without a database what waits is never answered and must not keep the process.
    await Promise.race([this.#flush.idle(), sleep(WRITTEN_WITHIN_MS)]);
    await Promise.all([this.#writer.close(), this.#largeWriter.close()]);
    // A snapshot that is missing makes the next load slower, no more.
    await Promise.race([this.#saver.idle(), sleep(WRITTEN_WITHIN_MS)]);
  }

  #publish(subject: string, data: Uint8Array, trace?: TraceParent): void {
    this.kit.bus.publish(subject, data, trace);
  }

  /** Publishes the heads of taken shards: callers retry as soon as they see a new epoch. */
  async #announce(shards: readonly OwnedShard[]): Promise<void> {
    try {
      const heads = await headsSince(this.database, clock.now() - CHANGED_WITHIN_MS);
      const byNumber = new Map(shards.map((shard) => [shard.number, shard]));
      for (const head of heads) byNumber.get(shardOf(head.gameId))?.heads.fill(head);
    } catch (error) {
      this.kit.log.warn({ err: error }, 'the heads of taken shards could not be read');
    }
    for (const shard of shards) if (this.owner.owns(shard)) shard.heads.publish(this.kit.bus);
  }

  #gauges() {
    let games = 0;
    let waiting = 0;
    for (const actor of this.owner.actors()) {
      games += 1;
      waiting += actor.waiting;
    }
    const { used: bytes, limit: bytesLimit } = this.#memory;
    return { shards: this.owner.shards.size, games, waiting, bytes, bytesLimit };
  }
}
