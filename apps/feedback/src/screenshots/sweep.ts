import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { INCOMING, SCREENSHOTS } from './screenshots.js';

/** Younger objects may belong to a submission in progress. */
const ORPHAN_AFTER_MS = 3_600_000;
const BATCH = 200;

/** Removes uploads that were not submitted and screenshots without feedback; returns how many objects. */
export async function sweep(database: DataSource, objects: ObjectStore, now = Date.now()): Promise<number> {
  const before = now - ORPHAN_AFTER_MS;
  for (const [table, column] of [
    ['upload', 'begun_at'],
    ['cooldown', 'last_at'],
  ] as const)
    await database.query(`delete from ${table} where ${column} < to_timestamp($1::double precision / 1000)`, [before]);
  let removed = 0;
  const remove = async (keys: readonly string[]) => {
    for (const key of keys) await objects.remove(key);
    removed += keys.length;
  };
  for await (const keys of oldKeys(objects, INCOMING, before)) await remove(keys);
  for await (const keys of oldKeys(objects, SCREENSHOTS, before)) {
    const rows = await database.query<{ key: string }[]>(
      'select screenshot_key as key from feedback where screenshot_key = any($1)',
      [keys],
    );
    const referenced = new Set(rows.map(({ key }) => key));
    await remove(keys.filter((key) => !referenced.has(key)));
  }
  return removed;
}

async function* oldKeys(objects: ObjectStore, prefix: string, before: number): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { key, modifiedAt } of objects.list(prefix)) {
    if (modifiedAt <= before) batch.push(key);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
