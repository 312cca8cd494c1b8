import {
  decodeRoleEvents,
  gameEventsWildcard,
  isErasedSubject,
  type GameId,
  kindsOf,
  shardOf,
  since,
  hasDesk,
  memberOf,
  type UserId,
  type WithCrew,
  type ViewKind,
} from '@earworm/contracts';
import type { BusMessage, Subscription } from '@earworm/service-kit/bus';
import type { Semaphore } from '@earworm/service-kit/resilience';
import type { RingBounds } from '@earworm/service-kit/ring';
import type { Tracing } from '@earworm/service-kit/tracing';
import type { GatewayMetrics } from '../gateway.metrics.js';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import { framed } from '../wire/frame.js';
import { Broadcast } from './broadcast.js';
import type { Scheduler } from './scheduler.js';
import { Channel, type Subscriber } from './channel.js';
import { TrackedCrew } from './crew.js';
import { type EventBatch, eventBatch } from './ring.js';
import { Presence, type PresenceFrames, type PresenceOptions } from './presence.js';
import type { Shards } from '../calls/shards.js';
import { type Snapshot, Snapshots } from './snapshots.js';

const SINCE_WITHIN_MS = 8_000;

export interface Member extends Subscriber {
  queuePresence(frame: Buffer): void;
}

export interface RoomDependencies {
  readonly owners: OwnerCallDependencies;
  readonly shards: Shards;
  readonly scheduler: Scheduler;
  readonly presenceScheduler: Scheduler;
  readonly snapshotSemaphore: Semaphore;
  readonly feedTurns: Scheduler;
  readonly tracing: Tracing;
  readonly bounds: RingBounds;
  readonly presence: PresenceOptions;
  readonly metrics: Pick<GatewayMetrics, 'broadcast' | 'gaps'>;
  /** Users have got or lost a desk. */
  readonly onCrewChanged: (room: Room) => void;
  readonly onErased: (room: Room) => void;
  readonly onFailed: (error: unknown) => void;
}

/** One game on this gateway, shared by its sockets. Subscribed from the start. */
export class Room {
  readonly shard: number;
  readonly snapshots: Snapshots;
  readonly presence: Presence;
  readonly members = new Map<Member, ViewKind>();
  /** Players that are known to have a seat, at most as many as the game has. */
  readonly seated = new Set<string>();
  /** Hellos in progress keep the room. */
  pendingHellos = 0;
  emptySince: number | null = null;
  /** The game is no more: hellos in progress are refused. */
  isErased = false;
  #ownerPosition: { readonly logId: string; readonly version: number } | null = null;
  readonly #crew: TrackedCrew;
  readonly #channels = new Map<ViewKind, Channel>();
  readonly #events: Subscription;
  readonly #presenceBroadcast: Broadcast<[Member, ViewKind]>;
  readonly #fullPresenceBroadcast: Broadcast<[Member, ViewKind]>;
  #presenceFrames: { readonly all: Buffer; readonly full: Buffer } | null = null;

  constructor(
    readonly gameId: GameId,
    private readonly deps: RoomDependencies,
  ) {
    this.shard = shardOf(gameId);
    this.#events = deps.owners.bus.subscribe(gameEventsWildcard(gameId), (message) => this.#onEvents(message));
    this.snapshots = new Snapshots(
      { owners: deps.owners, semaphore: deps.snapshotSemaphore, feedTurns: deps.feedTurns },
      gameId,
    );
    this.presence = new Presence(deps.presence, {
      bus: deps.owners.bus,
      gameId,
      onChange: (frames, changed) => this.#onPresence(frames, changed),
    });
    this.#crew = new TrackedCrew({
      read: (wanted) => this.#readCrew(wanted),
      onPresence: (crew) => this.presence.setCrew(crew),
      onChanged: () => deps.onCrewChanged(this),
      onFailed: deps.onFailed,
    });
    const show = ([member, kind]: [Member, ViewKind]) => {
      this.#queuePresence(member, kind);
      member.advance();
    };
    this.#presenceBroadcast = new Broadcast({ values: () => this.members.entries() }, show, deps.presenceScheduler);
    const full = () => [...this.members.entries()].filter(([, kind]) => kind === 'full').values();
    this.#fullPresenceBroadcast = new Broadcast({ values: full }, show, deps.presenceScheduler);
    deps.shards.watch(this.shard, this);
  }

  /** Null until the owner has told it. */
  get crew(): WithCrew | null {
    return this.#crew.current;
  }

  get ownerHead(): number | null {
    return this.#ownerPosition?.version ?? null;
  }

  hasDesk(userId: string): boolean {
    return this.crew !== null && hasDesk(this.crew, userId as UserId);
  }

  /** A member without a desk, who may play. */
  isPlayingMember(userId: string): boolean {
    return this.crew !== null && memberOf(this.crew, userId as UserId) !== null && !this.hasDesk(userId);
  }

  /** Null before the first change. */
  presenceFrame(kind: ViewKind): Buffer | null {
    return this.#presenceFrames?.[kind === 'full' ? 'full' : 'all'] ?? null;
  }

  channel(kind: ViewKind): Channel {
    const existing = this.#channels.get(kind);
    if (existing !== undefined) return existing;
    const channel: Channel = new Channel(kind, {
      ...this.deps,
      onCrewChanged: () => this.#crew.reload(channel.head),
      readSince: (logId, version) =>
        callOwner(
          this.deps.owners,
          since,
          this.gameId,
          () => ({ gameId: this.gameId, kind, logId, version }),
          SINCE_WITHIN_MS,
        ),
    });
    this.#channels.set(kind, channel);
    return channel;
  }

  async load(channel: Channel): Promise<void> {
    if (this.crew === null || channel.logId === null) this.applySnapshot(channel, await this.snapshots.shared(channel));
  }

  applySnapshot(channel: Channel, from: Snapshot): void {
    this.#crew.learn(from);
    channel.catchUpTo(from.logId, from.version);
    this.#noteOwnerPosition(from.logId, from.version);
  }

  onHead(logId: string, version: number): void {
    this.#noteOwnerPosition(logId, version);
    for (const channel of this.#channels.values()) if (channel.logId !== null) channel.catchUpTo(logId, version);
  }

  onErased(): void {
    this.isErased = true;
    this.deps.onErased(this);
  }

  tick(now: number): void {
    for (const channel of this.#channels.values()) {
      channel.ring.expire(now);
      // Retries a failed read: a quiet game's head is published only once.
      if (channel.logId === this.#ownerPosition?.logId)
        channel.catchUpTo(this.#ownerPosition.logId, this.#ownerPosition.version);
    }
    this.presence.tick(now);
    this.#crew.retry();
  }

  stop(): void {
    this.#events.unsubscribe();
    this.presence.stop();
    this.deps.shards.unwatch(this.shard, this);
  }

  /** View kinds without subscribers are not decoded. */
  #onEvents({ subject, data, traceParent: parent }: BusMessage): void {
    if (isErasedSubject(subject)) return this.onErased();
    let events: EventBatch | undefined;
    let first: Channel | undefined;
    for (const kind of kindsOf(subject)) {
      const channel = this.#channels.get(kind);
      if (channel === undefined) continue;
      events ??= eventBatch(decodeRoleEvents(data));
      first ??= channel;
      this.#deliver(channel, events, parent);
    }
    if (events === undefined || first === undefined) return;
    if (this.presence.canGoWithEvents) this.#sendPresenceWithEvents();
    if (events.changesCrew) this.#crew.reload(events.to);
  }

  async #readCrew(wanted: () => number): Promise<void> {
    const [channel] = this.#channels.values();
    if (channel === undefined) return;
    const snapshot = await this.snapshots.shared(channel);
    // The snapshot may predate the event.
    const isLate = snapshot.version < wanted();
    this.applySnapshot(channel, isLate ? await this.snapshots.shared(channel) : snapshot);
  }

  #noteOwnerPosition(logId: string, version: number): void {
    if (this.#ownerPosition?.logId === logId && this.#ownerPosition.version >= version) return;
    this.#ownerPosition = { logId, version };
  }

  #deliver(channel: Channel, events: EventBatch, parent: string | undefined): void {
    channel.append(events);
    if (parent === undefined) return;
    const span = this.deps.tracing.start(`show ${channel.kind}`, { kind: 'consumer', parent });
    channel.broadcast.whenDone(() => span?.end());
  }

  /** The broadcast of the events is scheduled: what is queued now shares its writes. */
  #sendPresenceWithEvents(): void {
    const before = this.#presenceFrames;
    this.presence.update();
    if (this.#presenceFrames === before) return;
    for (const [member, kind] of this.members) this.#queuePresence(member, kind);
  }

  #queuePresence(member: Member, kind: ViewKind): void {
    const frame = this.presenceFrame(kind);
    if (frame !== null) member.queuePresence(frame);
  }

  #onPresence({ all, full }: PresenceFrames, changed: 'all' | 'full'): void {
    const encoder = new TextEncoder();
    this.#presenceFrames = { all: framed(encoder.encode(all)), full: framed(encoder.encode(full)) };
    if (changed === 'all') this.#presenceBroadcast.start();
    else this.#fullPresenceBroadcast.start();
  }
}
