import { pagePathOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { Tally } from '../tally/tally.js';

export interface View {
  readonly path: string;
  readonly count: number;
}

/** Counts opened pages by path without ids: as many different ones as there are pages. */
export async function keepViews(database: DataSource, views: readonly View[], now: Date): Promise<void> {
  const tally = new Tally();
  for (const { path, count } of views) tally.add(now.getTime(), 'views', pagePathOf(path), count);
  await tally.write(database.manager);
}
