import type { DataSource } from 'typeorm';

/** A guest who has not saved for so long is gone: what only they could open goes too. */
export const GUEST_KEEP_MS = 180 * 86_400_000;
/** Deleted by one sweep; the next goes on. */
const AT_MOST = 500;

/**
 * Deletes what guests kept to themselves and have not touched since; published ones stay. How many there were. What
 * only such a template played, the sweep of clips finds afterwards.
 */
export async function sweepGuestTemplates(database: DataSource, now: number): Promise<number> {
  const [, swept] = await database.query<[unknown, number]>(
    `delete from template where template_id in (
      select template_id from template where by_guest and published_at is null and updated_at < $1 limit ${AT_MOST})`,
    [now - GUEST_KEEP_MS],
  );
  return swept;
}
