import {
  type GameId,
  onShard,
  PLAYER_SNAPSHOTS_MAX,
  playerSnapshots,
  RefusedError,
  type ReplyOf,
  type Role,
  RULES,
  shardOf,
  snapshot as snapshotCall,
  type UserId,
  type ViewKind,
} from '@earworm/contracts';
import { BusError } from '@earworm/service-kit/bus';
import { mapConcurrently, type Semaphore } from '@earworm/service-kit/resilience';
import DataLoader from 'dataloader';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import type { Channel } from './channel.js';
import type { Scheduler } from './scheduler.js';

export type Snapshot = ReplyOf<typeof snapshotCall>;

/** Covers a change of owner. */
const SHARED_WITHIN_MS = 8_000;
/** Of one user's snapshot; before another one, the owner has answered. */
const ATTEMPTS = 3;
/** Between two rounds of snapshots of one game for pages with other rules. */
const ROUND_EVERY_MS = 1_000;
/** How long a round waits for those that hear of the event in further turns of the event loop. */
const COLLECT_MS = 50;
/** Calls at a time to an owner that does not know `playerSnapshots`. */
const SINGLE_AT_ONCE = 8;

export interface SnapshotDependencies {
  readonly owners: OwnerCallDependencies;
  /** Calls for the snapshots of single users. */
  readonly semaphore: Semaphore;
  /** For pages with other rules: newcomers go first. */
  readonly feedTurns: Scheduler;
}

/** Views without a seat are shared by concurrent requests, and until the next event. */
export class Snapshots {
  readonly #shared = new Map<ViewKind, { readonly reply: Promise<Snapshot>; snapshot: Snapshot | null }>();
  /** Shared by all users who wait for the owner. */
  #ownerIsBack: Promise<unknown> | null = null;
  /** Of the last or next round of `ofPlayer`. */
  #roundAt = 0;
  /** Batches, without a cache. */
  readonly #players = new DataLoader<UserId, Snapshot>((userIds) => this.#ofPlayers(userIds), {
    cache: false,
    maxBatchSize: PLAYER_SNAPSHOTS_MAX,
    batchScheduleFn: (run) => void setTimeout(run, this.#msToRound()),
  });

  constructor(
    private readonly deps: SnapshotDependencies,
    private readonly gameId: GameId,
  ) {}

  /** Waits for a lost owner outside the semaphore: it must only delay its own players. */
  async ofUser(kind: ViewKind, userId: UserId): Promise<Snapshot> {
    const { semaphore, owners } = this.deps;
    const call = onShard(snapshotCall, shardOf(this.gameId));
    const request = { gameId: this.gameId, kind, userId };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return await semaphore(() => owners.bus.call(call, request, { timeoutMs: owners.attemptMs }));
      } catch (error) {
        if (!(error instanceof BusError)) throw error;
      }
      this.#ownerIsBack ??= this.#request(kind).finally(() => (this.#ownerIsBack = null));
      await this.#ownerIsBack;
    }
    throw new RefusedError('unavailable');
  }

  /** As `ofUser` of players' views, together with others: at most one round a second, which newcomers pass. */
  async ofPlayer(userId: UserId): Promise<Snapshot> {
    const snapshot = await this.#players.load(userId);
    await this.deps.feedTurns.turn();
    return snapshot;
  }

  #msToRound(): number {
    const now = performance.now();
    if (this.#roundAt <= now) this.#roundAt = Math.max(now + COLLECT_MS, this.#roundAt + ROUND_EVERY_MS);
    return this.#roundAt - now;
  }

  async #ofPlayers(userIds: readonly UserId[]): Promise<(Snapshot | Error)[]> {
    const { bus, attemptMs } = this.deps.owners;
    const { gameId } = this;
    const call = onShard(playerSnapshots, shardOf(gameId));
    try {
      const { seats, ...view } = await bus.call(call, { gameId, userIds: [...userIds] }, { timeoutMs: attemptMs });
      return seats.map((seat) => ({ ...view, seat }));
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      // The owner is of an older release, or lost.
      return mapConcurrently(SINGLE_AT_ONCE, userIds, (userId) =>
        this.ofUser('player', userId).catch((failure: unknown) => failure as Error),
      );
    }
  }

  shared(channel: Channel): Promise<Snapshot> {
    const cached = this.#shared.get(channel.kind);
    if (cached !== undefined && (cached.snapshot === null || isCurrent(cached.snapshot, channel))) return cached.reply;
    const entry: { readonly reply: Promise<Snapshot>; snapshot: Snapshot | null } = {
      reply: this.#request(channel.kind),
      snapshot: null,
    };
    this.#shared.set(channel.kind, entry);
    entry.reply.then(
      (snapshot) => (entry.snapshot = snapshot),
      () => this.#shared.delete(channel.kind),
    );
    return entry.reply;
  }

  #request(kind: ViewKind): Promise<Snapshot> {
    const request = () => ({ gameId: this.gameId, kind, userId: null });
    return callOwner(this.deps.owners, snapshotCall, this.gameId, request, SHARED_WITHIN_MS);
  }
}

const isCurrent = (snapshot: Snapshot, channel: Channel) =>
  channel.complete && snapshot.logId === channel.logId && snapshot.version === channel.head;

/**
 * Concatenated from the owner's texts, so each view is encoded once. `isOutdated`: for a client with other rules, which is
 * told this server's.
 */
export function snapshotText(from: Snapshot, role: Role, userId: string, isOutdated = false): string {
  const { logId, version, view, seat } = from;
  return `{"type":"snapshot","logId":${JSON.stringify(logId)},"version":${version},"role":"${role}","now":${Date.now()},"userId":${JSON.stringify(userId)},"state":${view},"seat":${role === 'player' ? seat : 'null'}${isOutdated ? `,"rules":${RULES}` : ''}}`;
}
