import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LOG_GROWN, onShard, shardOf } from '@earworm/contracts';
import { callsOf, type Kit } from '@earworm/service-kit/bootstrap';
import { retryUntilReady } from '@earworm/service-kit/health';
import type { Subscription } from '@earworm/service-kit/bus';
import type { TraceParent } from '@earworm/service-kit/tracing';
import { watchDiskSpace } from '@earworm/service-kit/vitals';
import type { DataSource } from 'typeorm';
import type { GameConfig } from './game.config.js';
import { LogWriter } from './log/append.js';
import { Flush } from './log/flush.js';
import { headsSince, loadLog } from './log/read.js';
import { databaseSpace } from './log/database-space.js';
import { gameMetrics, type GameMetrics } from './metrics.js';
import { systemClock as clock } from './actor/clock.js';
import { GameMemory } from './actor/game-memory.js';
import { HeapWatch } from './actor/heap-watch.js';
import { watchPresence } from './actor/game-presence.js';
import { SnapshotSaver } from './actor/snapshot.js';
import { CHANGED_WITHIN_MS } from './shards/heads.js';
import { Lease } from './shards/lease.js';
import { PoolerError } from './shards/pooler.js';
import { Room } from './shards/replica-capacity.js';
import { Owner, type OwnedShard } from './shards/owner.js';
import { sweep } from './shards/sweep.js';
import { atMostEvery } from './throttle.js';

const FLUSH_WITHIN_MS = 500;
/** Followers are told that the log has grown at most this often: while it grows they read it once a second anyway. */
const HINT_MS = 250;
const FREED_MS = 50;
/** Said by a replica that has just freed shards, so that the others need not wait for their next look. */
const SHARDS_FREED = 'game.shards-freed';
/** A shard that a newer owner holds, or whose log this release cannot read, is left alone for this long. */
const AVOID_MS = { fenced: 1_000, unreadable: 30_000 } as const;

/** One running copy of this service: the shards it owns, the games in them and the way to the log. */
export class Replica {
  readonly owner: Owner;
  private readonly writer: LogWriter;
  private readonly largeWriter: LogWriter;
  private readonly flush: Flush;
  private readonly saver: SnapshotSaver;
  private readonly lease: Lease;
  private readonly metrics: GameMetrics;
  private readonly heap = new HeapWatch();
  private readonly memory: GameMemory;
  private readonly room: Room;
  private subscriptions: Subscription[] = [];

  constructor(
    private readonly kit: Kit,
    private readonly config: GameConfig,
    private readonly database: DataSource,
  ) {
    const { bus, log, tracing } = kit;
    const publish = (subject: string, data: Uint8Array, trace?: TraceParent) => void bus.publish(subject, data, trace);
    this.memory = new GameMemory(config.GAME_MEMORY_MB * 1024 * 1024, (bytes) => this.heap.has(bytes));
    this.metrics = gameMetrics(kit.metrics, () => this.gauges());
    watchDiskSpace(kit, 'database', databaseSpace(database, config.DATABASE_CAPACITY_BYTES));
    this.writer = new LogWriter(config.DATABASE_DIRECT_URL);
    this.largeWriter = new LogWriter(config.DATABASE_DIRECT_URL);
    this.saver = new SnapshotSaver(database, (error) => log.warn({ err: error }, 'a snapshot could not be written'));
    const hint = atMostEvery(HINT_MS, () => publish(LOG_GROWN, new Uint8Array()));
    this.flush = new Flush(
      (rows) => this.writer.append(rows),
      this.metrics,
      hint,
      async (rows) => {
        // To decide a large game and to encode it are two pieces of work.
        await nextTurn();
        return this.largeWriter.append(rows);
      },
    );
    this.owner = new Owner(
      {
        clock,
        load: (gameId) => loadLog(database, gameId),
        offer: (author, gameId, rows) => this.flush.offer(author, gameId, rows),
        withdraw: (author, gameId) => this.flush.withdraw(author, gameId),
        publish,
        save: (game) => this.saver.save(game),
        busy: (bound) => this.metrics.busy(bound),
        warn: (fields, message) => log.warn(fields, message),
        memory: this.memory,
        tracing,
        ringMs: config.RING_MS,
        absence: {
          expiresMs: config.PRESENCE_EXPIRES_MS,
          awayMs: config.MODERATOR_AWAY_MS,
          deskMs: config.DESK_DISCONNECTED_MS,
        },
        seatRequests: {
          expiresMs: config.PRESENCE_EXPIRES_MS,
          awayMs: config.SEAT_REQUEST_AWAY_MS,
          openMs: config.SEAT_REQUEST_MS,
        },
      },
      {
        maySpeak: () => this.lease.valid(),
        giveUp: (shard, reason) => {
          log.error({ shard, reason }, 'shard given up');
          void this.lease.giveUp(shard, AVOID_MS[reason]);
        },
        taken: (shards) => void this.announce(shards),
        freed: atMostEvery(FREED_MS, () => publish(SHARDS_FREED, new Uint8Array())),
        gamesMax: config.GAME_GAMES_IN_MEMORY,
      },
    );
    this.room = new Room(clock, () => ({ bytes: this.owner.room }));
    const { room } = this;
    this.lease = new Lease(config.DATABASE_DIRECT_URL, this.owner, {
      log,
      now: clock.ticks,
      isConnected: () => bus.connected,
      keepMs: config.SHARD_KEEP_MS,
      room: {
        get mayHandOver() {
          return room.mayHandOver;
        },
        mayTake: (freeMs) => room.mayTake(freeMs),
        toHandOver: () => (this.owner.room > 0 ? undefined : room.toHandOver(this.owner.bytesByShard())),
      },
      partition: { handOverAfterMs: config.SHARD_HAND_OVER_AFTER_MS, shareAfterMs: config.SHARD_SHARE_AFTER_MS },
    });
  }

  /** Takes shards; the calls of these handlers are answered for each of them. */
  async start(handlers: readonly object[]): Promise<void> {
    const { bus, health, isOwnProcess } = this.kit;
    const calls = handlers.flatMap(callsOf);
    this.owner.serveWith((shard) =>
      calls.map(({ call, answer }) =>
        bus.serve(onShard(call, shard), (request) => answer(request as never, shard), { queue: null }),
      ),
    );
    const takeShards = () => this.lease.start();
    const isFinal = (error: unknown) => error instanceof PoolerError;
    await (isOwnProcess ? retryUntilReady({ health, name: 'shards', isFinal }, takeShards) : takeShards());
    await this.writer.open();
    this.subscriptions = [
      this.room.listen(bus),
      watchPresence(bus, clock, (gameId) => this.owner.inMemory(gameId)),
      bus.subscribe(SHARDS_FREED, () => this.lease.look()),
    ];
    const forgive = () => [...this.owner.actors()].forEach((actor) => actor.forgive(clock.ticks()));
    this.subscriptions.push({ unsubscribe: bus.onReconnect(forgive) });
    health.add('shards', () => {
      if (!this.lease.valid()) throw new Error('the lease of the shards is not valid');
    });
  }

  /** What happens once a second to every shard and game. */
  sweep(): void {
    const { GAME_IDLE_SECONDS, GAME_UNOPENED_SECONDS } = this.config;
    const { bus } = this.kit;
    sweep(this.owner, bus, clock, { idleMs: GAME_IDLE_SECONDS * 1_000, unopenedMs: GAME_UNOPENED_SECONDS * 1_000 });
    this.room.report(bus);
  }

  /** Finishes what was accepted, gives every shard free and leaves nothing behind. */
  async stop(): Promise<void> {
    this.heap.stop();
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await this.lease.stop();
    // What still waits without a database will never be answered: it must not keep the process.
    await Promise.race([this.flush.idle(), sleep(FLUSH_WITHIN_MS)]);
    await Promise.all([this.writer.close(), this.largeWriter.close()]);
    await this.saver.idle();
  }

  /** New owners are heard at once: callers retry when they see the new epoch. */
  private async announce(shards: readonly OwnedShard[]): Promise<void> {
    try {
      const heads = await headsSince(this.database, clock.now() - CHANGED_WITHIN_MS);
      const byNumber = new Map(shards.map((shard) => [shard.number, shard]));
      for (const head of heads) byNumber.get(shardOf(head.gameId))?.heads.fill(head);
    } catch (error) {
      this.kit.log.warn({ err: error }, 'the heads of taken shards could not be read');
    }
    for (const shard of shards)
      if (this.owner.speaksFor(shard)) shard.heads.publish((subject, data) => void this.kit.bus.publish(subject, data));
  }

  private gauges() {
    let games = 0;
    let waiting = 0;
    for (const actor of this.owner.actors()) {
      games += 1;
      waiting += actor.waiting;
    }
    return { shards: this.owner.shards.size, games, waiting, bytes: this.memory.used, bytesLimit: this.memory.limit };
  }
}
