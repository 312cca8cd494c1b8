import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '@earworm/postgres-server';
import { isAnsweredByPooler, provisionSchemas, withClient } from '@earworm/service-kit/postgres';
import { UNFINISHED_RESTORE } from './backup/data-folder.js';
import { SCHEMAS } from './schemas.js';
import type { StandaloneConfig } from './standalone.config.js';

export interface Database {
  readonly urls: Record<(typeof SCHEMAS)[number], string>;
  readonly died: Promise<string>;
  /** After `withinMs` immediately, from which the next start recovers. */
  stop(withinMs: number): Promise<void>;
}

const KEEP_MS = 5_000;

class PoolerError extends Error {
  override readonly name = 'PoolerError';

  constructor() {
    super(
      'DATABASE_URL leads through a connection pooler. This program makes roles and holds locks, which need a direct ' +
        'connection: set DATABASE_URL to the address of Postgres itself.',
    );
  }
}

export async function openDatabase({ DATABASE_URL, DATA_DIR }: StandaloneConfig): Promise<Database> {
  if (DATABASE_URL) {
    if (await withClient(DATABASE_URL, isAnsweredByPooler)) throw new PoolerError();
    const urls = await provisionSchemas(DATABASE_URL, SCHEMAS);
    return { urls, died: new Promise(() => undefined), stop: () => Promise.resolve() };
  }
  await refuseUnfinishedRestore(DATA_DIR);
  // A launcher starts a crashed process again.
  const keepMs = process.connected ? KEEP_MS : 0;
  const postgres = await startEmbeddedPostgres({ dir: DATA_DIR, keepMs });
  try {
    const urls = await provisionSchemas(postgres.url, SCHEMAS);
    return { urls, died: postgres.died, stop: (withinMs) => postgres.stop(withinMs) };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** A start would take what is missing for a new installation. */
async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const isUnfinished = await access(join(dataDir, UNFINISHED_RESTORE)).then(
    () => true,
    () => false,
  );
  if (isUnfinished)
    throw new EmbeddedPostgresError(
      `A restore into ${dataDir} was interrupted or is running: let it end, or run it again with --move-old-data.`,
    );
}
