import { evolve, NO_GAME, type GameState } from '@earworm/rules';
import type { LoadedLog } from '../log/read.js';
import { Dedupe } from './dedupe.js';
import { encodeEvent, EventRing, type EncodedEvent } from './encoded-events.js';

export interface Position {
  readonly version: number;
  readonly state: GameState;
}

export interface Rehydrated {
  readonly position: Position;
  readonly dedupe: Dedupe;
  readonly ring: EventRing;
  readonly unpublished: { readonly from: number; readonly events: readonly EncodedEvent[] };
}

/** Only the last events are encoded again; a gateway that needs earlier ones takes a snapshot. */
const ENCODE_MAX = 500;

/** Replays a game's log. `published`: the version that this process has published up to, 0 for none. */
export function rehydrate(
  log: LoadedLog,
  published: number,
  { now, ticks, ringMs }: { now: number; ticks: number; ringMs: number },
): Rehydrated {
  const dedupe = new Dedupe();
  const ring = new EventRing(ringMs);
  const unpublished: EncodedEvent[] = [];
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
    const encoded = encodeEvent(before, event, after, version);
    if (isRecent) ring.push(version, encoded, ticks - Math.max(0, age));
    if (isUnpublished) unpublished.push(encoded);
  }
  return { position: { version, state }, dedupe, ring, unpublished: { from: published + 1, events: unpublished } };
}
