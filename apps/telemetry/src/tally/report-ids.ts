import type { EntityManager } from 'typeorm';

/** How long a report is known to have been taken; pages that sleep longer may count one twice. */
export const REMEMBERED_HOURS = 48;

/**
 * Those that were not taken before, each once. In the transaction that counts them: what is not counted in the end was not
 * taken either. Reports without an id are of old pages and always new.
 */
export async function onlyNew<R extends { readonly reportId: string | null }>(
  manager: EntityManager,
  reports: readonly R[],
): Promise<R[]> {
  const ids = new Set(reports.flatMap(({ reportId }) => reportId ?? []));
  if (ids.size === 0) return [...reports];
  // In one order everywhere, so that two transactions never wait for each other's rows.
  const taken = await manager.query<{ reportId: string }[]>(
    `insert into taken_report (report_id, taken_at) select id, now() from unnest($1::text[]) as id
      on conflict (report_id) do nothing returning report_id as "reportId"`,
    [[...ids].sort()],
  );
  const left = new Set(taken.map(({ reportId }) => reportId));
  return reports.filter(({ reportId }) => reportId === null || left.delete(reportId));
}
