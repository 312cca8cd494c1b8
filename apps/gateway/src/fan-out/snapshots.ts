import {
  type GameId,
  onShard,
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
import type { Semaphore } from '@earworm/service-kit/resilience';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import type { Channel } from './channel.js';

export type Snapshot = ReplyOf<typeof snapshotCall>;

/** Covers a change of owner. */
const SHARED_WITHIN_MS = 8_000;
/** Of one user's snapshot; before another one, the owner has answered. */
const ATTEMPTS = 3;

export interface SnapshotDependencies {
  readonly owners: OwnerCallDependencies;
  /** Calls for the snapshots of single users. */
  readonly semaphore: Semaphore;
}

/** Views without a seat are shared by concurrent requests, and until the next event. */
export class Snapshots {
  readonly #shared = new Map<ViewKind, { readonly reply: Promise<Snapshot>; snapshot: Snapshot | null }>();
  /** Shared by all users who wait for the owner. */
  #ownerIsBack: Promise<unknown> | null = null;

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
