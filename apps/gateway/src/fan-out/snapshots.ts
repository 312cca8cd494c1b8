import {
  type GameId,
  type ReplyOf,
  type Role,
  snapshot as snapshotCall,
  type UserId,
  type ViewKind,
} from '@earworm/contracts';
import { askOwner, type OwnerTerms } from '../calls/ask-owner.js';
import type { Channel } from './channel.js';

export type Snapshot = ReplyOf<typeof snapshotCall>;

/** An owner that is taking a game over needs a moment: shared asking can wait for it. */
const SHARED_WITHIN_MS = 8_000;
/** Asking for one user holds up others at the door; this one is rather told to come back. */
const OWN_WITHIN_MS = 2_000;

/**
 * Asks a game's owner for snapshots. Views without a seat are shared: by everybody who asks while one is under way, and
 * after it for as long as nothing has happened since.
 */
export class Snapshots {
  readonly #shared = new Map<ViewKind, { readonly asked: Promise<Snapshot>; has: Snapshot | null }>();

  constructor(
    private readonly terms: OwnerTerms,
    private readonly gameId: GameId,
  ) {}

  ofUser(kind: ViewKind, userId: UserId): Promise<Snapshot> {
    return this.#ask(kind, userId, OWN_WITHIN_MS);
  }

  shared(channel: Channel): Promise<Snapshot> {
    const known = this.#shared.get(channel.kind);
    if (known !== undefined && (known.has === null || isCurrent(known.has, channel))) return known.asked;
    const entry: { readonly asked: Promise<Snapshot>; has: Snapshot | null } = {
      asked: this.#ask(channel.kind, null, SHARED_WITHIN_MS),
      has: null,
    };
    this.#shared.set(channel.kind, entry);
    entry.asked.then(
      (has) => (entry.has = has),
      () => this.#shared.delete(channel.kind),
    );
    return entry.asked;
  }

  #ask(kind: ViewKind, userId: UserId | null, withinMs: number): Promise<Snapshot> {
    return askOwner(this.terms, snapshotCall, this.gameId, () => ({ gameId: this.gameId, kind, userId }), withinMs);
  }
}

const isCurrent = (has: Snapshot, channel: Channel) =>
  channel.complete && has.logId === channel.logId && has.version === channel.head;

/** The frame's text, put together from the owner's texts: a view is encoded once, by the owner. */
export function snapshotText(from: Snapshot, role: Role, userId: string): string {
  const { logId, version, view, seat } = from;
  return `{"type":"snapshot","logId":${JSON.stringify(logId)},"version":${version},"role":"${role}","now":${Date.now()},"userId":${JSON.stringify(userId)},"state":${view},"seat":${role === 'player' ? seat : 'null'}}`;
}
