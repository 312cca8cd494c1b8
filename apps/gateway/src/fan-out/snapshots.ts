import {
  type GameId,
  type ReplyOf,
  type Role,
  snapshot as snapshotCall,
  type UserId,
  type ViewKind,
} from '@earworm/contracts';
import { callOwner, type OwnerCallDependencies } from '../calls/call-owner.js';
import type { Channel } from './channel.js';

export type Snapshot = ReplyOf<typeof snapshotCall>;

/** Covers a change of owner. */
const SHARED_WITHIN_MS = 8_000;
const OWN_WITHIN_MS = 2_000;

/** Views without a seat are shared by concurrent requests, and until the next event. */
export class Snapshots {
  readonly #shared = new Map<ViewKind, { readonly reply: Promise<Snapshot>; snapshot: Snapshot | null }>();

  constructor(
    private readonly deps: OwnerCallDependencies,
    private readonly gameId: GameId,
  ) {}

  ofUser(kind: ViewKind, userId: UserId): Promise<Snapshot> {
    return this.#request(kind, userId, OWN_WITHIN_MS);
  }

  shared(channel: Channel): Promise<Snapshot> {
    const cached = this.#shared.get(channel.kind);
    if (cached !== undefined && (cached.snapshot === null || isCurrent(cached.snapshot, channel))) return cached.reply;
    const entry: { readonly reply: Promise<Snapshot>; snapshot: Snapshot | null } = {
      reply: this.#request(channel.kind, null, SHARED_WITHIN_MS),
      snapshot: null,
    };
    this.#shared.set(channel.kind, entry);
    entry.reply.then(
      (snapshot) => (entry.snapshot = snapshot),
      () => this.#shared.delete(channel.kind),
    );
    return entry.reply;
  }

  #request(kind: ViewKind, userId: UserId | null, withinMs: number): Promise<Snapshot> {
    return callOwner(this.deps, snapshotCall, this.gameId, () => ({ gameId: this.gameId, kind, userId }), withinMs);
  }
}

const isCurrent = (snapshot: Snapshot, channel: Channel) =>
  channel.complete && snapshot.logId === channel.logId && snapshot.version === channel.head;

/** Concatenated from the owner's texts, so each view is encoded once. */
export function snapshotText(from: Snapshot, role: Role, userId: string): string {
  const { logId, version, view, seat } = from;
  return `{"type":"snapshot","logId":${JSON.stringify(logId)},"version":${version},"role":"${role}","now":${Date.now()},"userId":${JSON.stringify(userId)},"state":${view},"seat":${role === 'player' ? seat : 'null'}}`;
}
