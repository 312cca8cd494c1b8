import { type countViews, pagePathOf, type RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { onlyNew } from '../tally/taken-reports.js';
import { Tally } from '../tally/tally.js';

export type ViewsReport = RequestOf<typeof countViews>;

/** Counts opened pages by path without ids: as many different ones as there are pages. */
export async function keepViews(database: DataSource, reports: readonly ViewsReport[], now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    const tally = new Tally();
    for (const { views } of await onlyNew(manager, reports))
      for (const { path, count } of views) tally.add(now.getTime(), 'views', pagePathOf(path), count);
    await tally.write(manager);
  });
}
