import { csvOf, type Feedback, type FeedbackFilter, type RouteReply, type StoredContext } from '@earworm/contracts';
import { http } from '../../../platform/http/http.js';
import { t } from './texts.js';

const moment = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

const contextCells = (context: StoredContext | null): string[] =>
  context === null
    ? ['', '', '', '']
    : [
        context.gameCode ?? context.gameId ?? '',
        context.page,
        `${context.userAgent} ${context.viewportWidth}x${context.viewportHeight} ${context.language}`,
        context.build,
      ];

/** Times are in UTC, so that every spreadsheet reads them alike. */
export const csvOfFeedback = (rows: readonly Feedback[]): string =>
  csvOf([
    [
      ...[t('id'), t('createdAt'), t('type'), t('status'), t('titleColumn'), t('description'), t('userEmail')],
      ...[t('userId'), t('gameVersion'), t('screenshot'), t('replyNote'), t('handledAt'), t('handledBy')],
      ...[t('contextGame'), t('contextPage'), t('contextDevice'), t('contextBuild')],
    ],
    ...rows.map((row) => [
      ...[row.feedbackId, moment(row.createdAt), t(row.type), t(row.status), row.title, row.description],
      ...[row.userEmail ?? '', row.userId, row.gameVersion, row.screenshotURL ?? '', row.replyNote],
      ...[moment(row.handledAt), row.handledBy ?? ''],
      ...contextCells(row.context ?? null),
    ]),
  ]);

/** Everything that the filter finds, not only the current page. */
export async function readAll(filter: FeedbackFilter): Promise<Feedback[]> {
  const rows: Feedback[] = [];
  let after: RouteReply<'exportFeedback'>['next'] = null;
  do {
    const page: RouteReply<'exportFeedback'> = await http.call('exportFeedback', { body: { ...filter, after } });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null);
  return rows;
}
