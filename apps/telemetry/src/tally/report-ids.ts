import type { EntityManager } from 'typeorm';
import { TAKE_REPORTS } from './tally.sql.js';

/** A report that is repeated later is counted twice. */
export const REMEMBERED_HOURS = 48;

/** Drops reports that were counted before, in the transaction that counts them. Old pages send no ids. */
export async function onlyNew<R extends { readonly reportId: string | null }>(
  manager: EntityManager,
  reports: readonly R[],
): Promise<R[]> {
  const ids = new Set(reports.flatMap(({ reportId }) => reportId ?? []));
  if (ids.size === 0) return [...reports];
  // Sorted, against deadlocks.
  const taken = await manager.query<{ reportId: string }[]>(TAKE_REPORTS, [[...ids].sort()]);
  const fresh = new Set(taken.map(({ reportId }) => reportId));
  return reports.filter(({ reportId }) => reportId === null || fresh.delete(reportId));
}
