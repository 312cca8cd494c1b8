import { CLIP_MAX_BYTES } from '@earworm/contracts';
import type { ListedObject, ObjectStore } from '@earworm/service-kit/objects';
import { clipKey, INCOMING, OWNED, retiredKey } from './clip-keys.js';
import { UPLOAD_S } from './clips.js';
import { type ApplyRows, Projection } from '@earworm/projections';
import { GameEvent, type GameEventType } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import type { Bus } from '@earworm/service-kit/bus';
import type { Logger } from '@earworm/service-kit/log';

const INSERT_GAME_CLIPS =
  'insert into game_clip (clip_id, game_id) select * from unnest($1::text[], $2::text[]) on conflict do nothing';

const SELECT_REFERRED = `select clip_id from unnest($1::text[]) as asked (clip_id)
  where exists (select 1 from game_clip where game_clip.clip_id = asked.clip_id)
    or exists (select 1 from template_category
      where jsonb_path_query_array(questions, '$[*].clipId') ? asked.clip_id)`;

/** One row: until when a replica may sweep alone. Returns a row if the lock was free. */
const LOCK_SWEEP = `update clip_sweep set until = now() + interval '1 hour' where until < now() returning until`;
const UNLOCK_SWEEP = `update clip_sweep set until = 'epoch'`;

const BATCH = 200;
/** Objects that one sweep moves or deletes; the next sweep continues. */
const CHANGES_MAX = 1_000;

interface SweepOptions {
  readonly store: ObjectStore;
  readonly referred: (clipIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly keepMs: number;
  readonly now: number;
  readonly stopped?: () => boolean;
}
interface Swept {
  retired: number;
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
async function sweepClips(options: SweepOptions): Promise<Swept> {
  const { store, keepMs, now, stopped = () => false } = options;
  const swept: Swept = { retired: 0, removed: 0 };
  const isFull = () => stopped() || swept.retired + swept.removed >= CHANGES_MAX;
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
    swept.retired += 1;
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

const WITH_CLIPS: ReadonlySet<string> = new Set<GameEventType>(['gameCreated', 'questionAdded', 'questionUpdated']);
/** Does not contain event types of a newer release, which may name clips. */
const WITHOUT_CLIPS: readonly string[] = GameEvent.options
  .map(({ shape }) => shape.type.value)
  .filter((type) => !WITH_CLIPS.has(type));

const UPLOADED_CLIP = /\bup-[0-9a-f]{32}\b/g;

const recordClipsOfGames: ApplyRows = async (rows, manager) => {
  const references = rows.flatMap(({ gameId, event }) =>
    [...new Set(JSON.stringify(event).match(UPLOADED_CLIP))].map((clipId) => ({ gameId, clipId })),
  );
  if (references.length === 0) return;
  const values = [references.map(({ clipId }) => clipId), references.map(({ gameId }) => gameId)];
  await manager.query(INSERT_GAME_CLIPS, values);
};

async function referredClips(database: DataSource, clipIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ clip_id: string }[]>(SELECT_REFERRED, [clipIds]);
  return new Set(rows.map((row) => row.clip_id));
}

const DAY_MS = 86_400_000;
/** Well within the hour for which the sweep is locked. */
const LONGEST_MS = 1_800_000;

export interface SweepDependencies {
  readonly store: ObjectStore;
  readonly database: DataSource;
  readonly bus: Bus;
  readonly log: Logger;
  readonly keepDays: number;
}

/**
 * Updates the projection of clips first; throws, with nothing swept, if that fails. Null while another replica sweeps.
 */
export async function sweepOnce(
  { store, database, bus, log, keepDays }: SweepDependencies,
  now = Date.now(),
  stopped = () => false,
): Promise<Swept | null> {
  const [locked] = await database.query<[unknown[], number]>(LOCK_SWEEP);
  if (locked.length === 0) return null;
  const until = performance.now() + LONGEST_MS;
  const isOver = () => stopped() || performance.now() > until;
  try {
    const options = { log, without: WITHOUT_CLIPS, categories: 'clips' } as const;
    const clips = new Projection('clips', bus, database, recordClipsOfGames, options);
    while (await clips.step()) if (isOver()) return null;
    const referred = (clipIds: readonly string[]) => referredClips(database, clipIds);
    return await sweepClips({ store, referred, keepMs: keepDays * DAY_MS, now, stopped: isOver });
  } finally {
    await database.query(UNLOCK_SWEEP);
  }
}
