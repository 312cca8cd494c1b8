import { type countViews, pagePathOf, type RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { onlyNew } from '../tally/report-ids.js';
import { Tally } from '../tally/tally.js';
import { recordActivity } from './activity.js';

export type ViewsReport = RequestOf<typeof countViews>;

/** By path without ids, which bounds their number. */
export async function keepViews(database: DataSource, reports: readonly ViewsReport[], now: Date): Promise<void> {
  await database.transaction(async (manager) => {
    const tally = new Tally();
    const fresh = await onlyNew(manager, reports);
    for (const { views } of fresh)
      for (const { path, count } of views) tally.add(now.getTime(), 'views', pagePathOf(path), count);
    const sessionIds = fresh.flatMap(({ sessionId }) => sessionId ?? []);
    await recordActivity(
      manager,
      tally,
      sessionIds.map((sessionId) => ({ sessionId, at: now, kind: 'seen' })),
    );
    await tally.write(manager);
  });
}
