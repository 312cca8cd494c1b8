import { csvOf, type Feedback, type FeedbackFilter, type RouteReply } from '@earworm/contracts';
import { http } from '../../../platform/http/http.js';
import { t } from './texts.js';

const moment = (at: number | null) => (at === null ? '' : new Date(at).toISOString());

type Column = readonly [heading: Parameters<typeof t>[0], cell: (row: Feedback) => string];
const COLUMNS: readonly Column[] = [
  ['id', (row) => row.feedbackId],
  ['createdAt', (row) => moment(row.createdAt)],
  ['type', (row) => t(row.type)],
  ['status', (row) => t(row.status)],
  ['titleColumn', (row) => row.title],
  ['description', (row) => row.description],
  ['userEmail', (row) => row.userEmail ?? ''],
  ['userId', (row) => row.userId],
  ['gameVersion', (row) => row.gameVersion],
  ['screenshot', (row) => row.screenshotURL ?? ''],
  ['replyNote', (row) => row.replyNote],
  ['handledAt', (row) => moment(row.handledAt)],
  ['handledBy', (row) => row.handledBy ?? ''],
  ['contextGame', ({ context }) => context?.gameCode ?? context?.gameId ?? ''],
  ['contextPage', ({ context }) => context?.page ?? ''],
  ['contextDevice', ({ context }) => (context ? deviceOf(context) : '')],
  ['contextBuild', ({ context }) => context?.build ?? ''],
];

const deviceOf = ({ userAgent, viewportWidth, viewportHeight, language }: NonNullable<Feedback['context']>) =>
  `${userAgent} ${viewportWidth}x${viewportHeight} ${language}`;

export const csvOfFeedback = (rows: readonly Feedback[]): string =>
  csvOf([COLUMNS.map(([heading]) => t(heading)), ...rows.map((row) => COLUMNS.map(([, cell]) => cell(row)))]);

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
