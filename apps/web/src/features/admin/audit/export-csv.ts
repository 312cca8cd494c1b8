import { type AuditEntry, type AuditFilter, csvOf, type RouteReply } from '@earworm/contracts';
import { http } from '../../../platform/http/http.js';
import { t } from './texts.js';
import { textOfDetails, wordOfAct, wordOfKind, wordOfOutcome } from './words.js';

/** Times are in UTC, so that every spreadsheet reads them alike. */
export const csvOfAudit = (entries: readonly AuditEntry[]): string =>
  csvOf([
    [
      ...[t('when'), t('who'), t('whoId'), t('act'), t('targetKind'), t('target'), t('targetId')],
      ...[t('details'), t('reason'), t('outcome'), t('code')],
    ],
    ...entries.map((entry) => [
      ...[new Date(entry.at).toISOString(), entry.userName, entry.userId, wordOfAct(entry.act)],
      ...(entry.target === null
        ? ['', '', '']
        : [wordOfKind(entry.target.kind), entry.target.name ?? '', entry.target.id]),
      ...[textOfDetails(entry.details), entry.reason ?? '', wordOfOutcome(entry), entry.code ?? ''],
    ]),
  ]);

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
