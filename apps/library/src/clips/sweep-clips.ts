import { CLIP_MAX_BYTES } from '@earworm/contracts';
import type { ListedObject, ObjectStore } from '@earworm/service-kit/objects';
import { clipKey, INCOMING, OWNED, retiredKey } from './clip-keys.js';
import { UPLOAD_S } from './clips.js';

const BATCH = 200;
/** Objects that one sweep moves or deletes; the next sweep continues. */
const CHANGES_MAX = 1_000;

export interface SweepOptions {
  readonly store: ObjectStore;
  readonly referred: (clipIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly keepMs: number;
  readonly now: number;
  readonly stopped?: () => boolean;
}
export interface Swept {
  setAside: number;
  removed: number;
}
interface OwnedClip {
  readonly clipId: string;
  readonly key: string;
}

/**
 * Retires clips without a reference after `keepMs`, and deletes them after the same time again. A retired clip is
 * restored when it is played, so a reference that is made during the sweep loses nothing.
 */
export async function sweepClips(options: SweepOptions): Promise<Swept> {
  const { store, keepMs, now, stopped = () => false } = options;
  const swept: Swept = { setAside: 0, removed: 0 };
  const isFull = () => stopped() || swept.setAside + swept.removed >= CHANGES_MAX;
  let batch: OwnedClip[] = [];
  const sweepBatch = async () => {
    const clips = batch;
    batch = [];
    const used = clips.length === 0 ? new Set() : await options.referred(clips.map(({ clipId }) => clipId));
    for (const clip of clips) if (!used.has(clip.clipId) && !isFull()) await retire(clip, options, swept);
  };
  for await (const { key } of olderThan(store.list(OWNED), now - keepMs)) {
    batch.push({ key, clipId: key.slice(key.lastIndexOf('/') + 1) });
    if (batch.length === BATCH) await sweepBatch();
    if (isFull()) return swept;
  }
  await sweepBatch();
  for await (const { key } of olderThan(store.list(INCOMING), now - UPLOAD_S * 1_000)) {
    if (isFull()) break;
    await store.remove(key);
    swept.removed += 1;
  }
  return swept;
}

/** At every moment the clip or its retired copy is stored, so that it can be restored. */
async function retire({ clipId, key }: OwnedClip, { store, keepMs, now }: SweepOptions, swept: Swept): Promise<void> {
  const clip = await store.get(clipKey(clipId), CLIP_MAX_BYTES);
  if (clip !== null) {
    await store.put(retiredKey(clipId), clip.bytes, clip.contentType);
    await store.remove(clipKey(clipId));
    swept.setAside += 1;
    return;
  }
  const retired = await store.stat(retiredKey(clipId));
  if (retired !== null && now - retired.modifiedAt <= keepMs) return;
  await store.remove(retiredKey(clipId));
  await store.remove(key);
  swept.removed += 1;
}

async function* olderThan(objects: AsyncIterable<ListedObject>, before: number): AsyncGenerator<ListedObject> {
  for await (const object of objects) if (object.modifiedAt < before) yield object;
}
