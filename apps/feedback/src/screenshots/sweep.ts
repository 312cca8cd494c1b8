import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { INCOMING, SCREENSHOTS } from './screenshots.js';

/** Younger ones may still be on their way into an entry. */
const ORPHAN_AFTER_MS = 3_600_000;
const BATCH = 200;

/** Removes uploads that were never submitted and pictures of no entry, all older than an hour. How many objects went. */
export async function sweep(database: DataSource, objects: ObjectStore, now = Date.now()): Promise<number> {
  const before = now - ORPHAN_AFTER_MS;
  for (const [table, column] of [
    ['upload', 'begun_at'],
    ['cooldown', 'last_at'],
  ] as const) {
    await database.query(`delete from ${table} where ${column} < to_timestamp($1::double precision / 1000)`, [before]);
  }
  let removed = 0;
  for await (const { key, modifiedAt } of objects.list(INCOMING)) {
    if (modifiedAt > before) continue;
    await objects.remove(key);
    removed += 1;
  }
  let batch: string[] = [];
  const removeOrphans = async () => {
    const known = await database.query<{ screenshot_key: string }[]>(
      'select screenshot_key from feedback where screenshot_key = any($1)',
      [batch],
    );
    const kept = new Set(known.map((row) => row.screenshot_key));
    for (const key of batch.filter((each) => !kept.has(each))) {
      await objects.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, modifiedAt } of objects.list(SCREENSHOTS)) {
    if (modifiedAt > before) continue;
    batch.push(key);
    if (batch.length >= BATCH) await removeOrphans();
  }
  if (batch.length > 0) await removeOrphans();
  return removed;
}
