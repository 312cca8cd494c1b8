import { Projection } from '@earworm/projections';
import type { Bus } from '@earworm/service-kit/bus';
import type { Logger } from '@earworm/service-kit/log';
import type { ObjectStore } from '@earworm/service-kit/objects';
import type { DataSource } from 'typeorm';
import { noteClipsOfGames, referredClips, WITHOUT_CLIPS } from './references.js';
import { sweepClips, type Swept } from './sweep-clips.js';

const DAY_MS = 86_400_000;
/** Well within the hour for which a replica has its turn. */
const LONGEST_MS = 1_800_000;

export interface Sweeping {
  readonly store: ObjectStore;
  readonly database: DataSource;
  readonly bus: Bus;
  readonly log: Logger;
  readonly keepDays: number;
}

/**
 * Reads the log of games to its end before it judges a clip: what a game was told to play is known then. Throws without
 * having touched anything while the log cannot be read. Null while another replica sweeps.
 */
export async function sweepOnce(sweeping: Sweeping, now = Date.now(), stopped = () => false): Promise<Swept | null> {
  const { store, database, bus, log, keepDays } = sweeping;
  const [turn] = await database.query<[unknown[], number]>(
    `update clip_sweep set until = now() + interval '1 hour' where until < now() returning until`,
  );
  if (turn.length === 0) return null;
  const late = performance.now() + LONGEST_MS;
  const isOver = () => stopped() || performance.now() > late;
  try {
    const terms = { log, without: WITHOUT_CLIPS, categories: 'clips' } as const;
    const games = new Projection('clips', bus, database, noteClipsOfGames, terms);
    while (await games.step()) if (isOver()) return null;
    const referred = (clipIds: readonly string[]) => referredClips(database, clipIds);
    return await sweepClips({ store, referred, keepMs: keepDays * DAY_MS, now, stopped: isOver });
  } finally {
    await database.query(`update clip_sweep set until = 'epoch'`);
  }
}
