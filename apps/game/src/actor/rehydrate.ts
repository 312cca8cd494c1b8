import { evolve, NO_GAME, type GameState } from '@earworm/rules';
import type { LoadedLog } from '../log/read.js';
import { Dedupe } from './dedupe.js';
import { itemsOf } from './encode.js';
import { Ring, type Items } from './event-ring.js';

/** A state and the number of events that made it. */
export interface Position {
  readonly version: number;
  readonly state: GameState;
}

export interface Rehydrated {
  readonly position: Position;
  readonly dedupe: Dedupe;
  readonly ring: Ring;
  /** Events after `published`, for those who have not seen them. */
  readonly unpublished: { readonly from: number; readonly items: readonly Items[] };
}

/** Events beyond these, or older than what may be resumed, are not encoded again; a gateway that lacks them takes a snapshot. */
const ENCODE_MAX = 500;

/**
 * A game as its log tells it. `published`: the version that this process has published up to, 0 when it has published
 * nothing. `now` in ms since the epoch and `ticks` monotonic say how old an event is; older than `ringMs` it is not kept.
 */
export function rehydrate(
  log: LoadedLog,
  published: number,
  { now, ticks, ringMs }: { now: number; ticks: number; ringMs: number },
): Rehydrated {
  const dedupe = new Dedupe();
  const ring = new Ring(ringMs);
  const unpublished: Items[] = [];
  let state: GameState = log.snapshot?.state ?? NO_GAME;
  let version = log.snapshot?.version ?? 0;
  for (const [userId, commandId, at, time] of log.snapshot?.answered ?? []) dedupe.add(userId, commandId, at, time);

  for (const [index, { event, userId, commandId, version: next }] of log.events.entries()) {
    const before = state;
    const after = evolve(state, event);
    state = after;
    version = next;
    if (userId !== null && commandId !== null) dedupe.add(userId, commandId, version, event.at);
    const age = now - event.at;
    const isRecent = age < ringMs && index >= log.events.length - ENCODE_MAX;
    const isUnpublished = published > 0 && version > published;
    if (after.status === 'none' || (!isRecent && !isUnpublished)) continue;
    const items = itemsOf(before, event, after, version);
    if (isRecent) ring.push(version, items, ticks - Math.max(0, age));
    if (isUnpublished) unpublished.push(items);
  }
  return { position: { version, state }, dedupe, ring, unpublished: { from: published + 1, items: unpublished } };
}
