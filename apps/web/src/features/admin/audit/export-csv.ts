import { type AuditEntry, type AuditFilter, csvOf, type RouteReply } from '@earworm/contracts';
import { http } from '../../../platform/http/http.js';
import { t } from './texts.js';
import { textOfDetails, wordOfAct, wordOfKind, wordOfOutcome } from './words.js';

type Column = readonly [heading: Parameters<typeof t>[0], cell: (entry: AuditEntry) => string];
const COLUMNS: readonly Column[] = [
  // In UTC, so that every spreadsheet reads it alike.
  ['when', ({ at }) => new Date(at).toISOString()],
  ['who', ({ userName }) => userName],
  ['whoId', ({ userId }) => userId],
  ['act', ({ act }) => wordOfAct(act)],
  ['targetKind', ({ target }) => (target ? wordOfKind(target.kind) : '')],
  ['target', ({ target }) => target?.name ?? ''],
  ['targetId', ({ target }) => target?.id ?? ''],
  ['details', ({ details }) => textOfDetails(details)],
  ['reason', ({ reason }) => reason ?? ''],
  ['outcome', wordOfOutcome],
  ['code', ({ code }) => code ?? ''],
];

export const csvOfAudit = (entries: readonly AuditEntry[]): string =>
  csvOf([COLUMNS.map(([heading]) => t(heading)), ...entries.map((entry) => COLUMNS.map(([, cell]) => cell(entry)))]);

/** Everything that the filter finds, not only the current page. */
export async function readAllAudit(filter: AuditFilter): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let before: string | null = null;
  do {
    const page: RouteReply<'exportAudit'> = await http.call('exportAudit', { body: { ...filter, before } });
    entries.push(...page.entries);
    before = page.next;
  } while (before !== null);
  return entries;
}
