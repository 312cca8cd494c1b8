import { Projection } from '@earworm/projections';
import type { Bus } from '@earworm/service-kit/bus';
import type { Logger } from '@earworm/service-kit/log';
import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { LOCK_SWEEP, UNLOCK_SWEEP } from './clips.sql.js';
import { recordClipsOfGames, referredClips, WITHOUT_CLIPS } from './references.js';
import { sweepClips, type Swept } from './sweep-clips.js';

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
