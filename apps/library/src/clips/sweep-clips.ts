import { CLIP_MAX_BYTES } from '@earworm/contracts';
import type { ListedObject, ObjectStore } from '@earworm/service-kit/objects';
import { asideKey, INCOMING, keptKey, OWNED } from './clip-keys.js';
import { UPLOAD_S } from './clips.js';

/** Clips that are asked about at once. */
const BATCH = 200;
/** A sweep moves or deletes at most so many objects; the next one goes on. */
const AT_MOST = 1_000;

export interface SweepTerms {
  readonly store: ObjectStore;
  /** Which of these clips a template or a game refers to. */
  readonly referred: (clipIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly keepMs: number;
  /** ms since the epoch. */
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
 * Clips that nothing has referred to for `keepMs` are set aside, and after as long again deleted. Whoever asks for one
 * that was set aside has it back, so that a reference which came while this looked elsewhere loses nothing.
 */
export async function sweepClips(terms: SweepTerms): Promise<Swept> {
  const { store, keepMs, now, stopped = () => false } = terms;
  const swept: Swept = { setAside: 0, removed: 0 };
  const isFull = () => stopped() || swept.setAside + swept.removed >= AT_MOST;
  let batch: OwnedClip[] = [];
  const settle = async () => {
    const asked = batch;
    batch = [];
    const used = asked.length === 0 ? new Set() : await terms.referred(asked.map(({ clipId }) => clipId));
    for (const clip of asked) if (!used.has(clip.clipId) && !isFull()) await retire(clip, terms, swept);
  };
  for await (const { key } of olderThan(store.list(OWNED), now - keepMs)) {
    batch.push({ key, clipId: key.slice(key.lastIndexOf('/') + 1) });
    if (batch.length === BATCH) await settle();
    if (isFull()) return swept;
  }
  await settle();
  for await (const { key } of olderThan(store.list(INCOMING), now - UPLOAD_S * 1_000)) {
    if (isFull()) break;
    await store.remove(key);
    swept.removed += 1;
  }
  return swept;
}

/**
 * The copy that waits is written before the clip is taken away, and goes only when the clip is not in its place: whoever
 * puts it back at any moment of this finds it.
 */
async function retire({ clipId, key }: OwnedClip, { store, keepMs, now }: SweepTerms, swept: Swept): Promise<void> {
  const [kept, aside] = [keptKey(clipId), asideKey(clipId)];
  const clip = await store.get(kept, CLIP_MAX_BYTES);
  if (clip !== null) {
    await store.put(aside, clip.bytes, clip.contentType);
    await store.remove(kept);
    swept.setAside += 1;
    return;
  }
  const waiting = await store.stat(aside);
  if (waiting !== null && now - waiting.modifiedAt <= keepMs) return;
  await store.remove(aside);
  await store.remove(key);
  swept.removed += 1;
}

async function* olderThan(objects: AsyncIterable<ListedObject>, before: number): AsyncGenerator<ListedObject> {
  for await (const object of objects) if (object.modifiedAt < before) yield object;
}
