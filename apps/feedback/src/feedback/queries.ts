import {
  FEEDBACK_LIMITS,
  FeedbackStatus,
  FeedbackType,
  PATHS,
  type countFeedback,
  type exportFeedback,
  type Feedback,
  type FeedbackFilter,
  type FeedbackSort,
  type listFeedback,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { FeedbackRow } from './feedback.entity.js';

/** A row as it crosses the bus; the picture's key stays here. */
export const shown = ({ screenshotKey, createdAt, handledAt, ...row }: FeedbackRow): Feedback => ({
  ...row,
  screenshotURL: screenshotKey === null ? null : PATHS.readScreenshot.path.replace(':feedbackId', row.feedbackId),
  createdAt: Number(createdAt),
  handledAt: handledAt === null ? null : Number(handledAt),
});

const SEARCHED = ['f.title', 'f.description', 'f.replyNote', 'f.userEmail', 'f.userId', "(f.context ->> 'gameCode')"];

/** What is typed into the search stands for itself, also `%` and `_`. */
const asPattern = (search: string) => `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;

function matching(database: DataSource, { search, type, status }: FeedbackFilter): SelectQueryBuilder<FeedbackRow> {
  const query = database.createQueryBuilder(FeedbackRow, 'f').where('true');
  if (search.trim() !== '') {
    const anywhere = SEARCHED.map((field) => `${field} ilike :pattern`).join(' or ');
    query.andWhere(`(${anywhere})`, { pattern: asPattern(search) });
  }
  if (type !== undefined) query.andWhere('f.type = :type', { type });
  if (status !== undefined) query.andWhere('f.status = :status', { status });
  return query;
}

const counted = <Name extends string>(names: readonly Name[], rows: readonly { name: Name; count: string }[]) =>
  Object.fromEntries(
    names.map((name) => [name, Number(rows.find((row) => row.name === name)?.count ?? 0)] as const),
  ) as Record<Name, number>;

export async function list(
  database: DataSource,
  { sort, direction, page, pageSize, ...filter }: RequestOf<typeof listFeedback>,
): Promise<ReplyOf<typeof listFeedback>> {
  const order = direction === 'asc' ? 'ASC' : 'DESC';
  const column = `f.${sort satisfies FeedbackSort}`;
  const [[rows, total], statuses] = await Promise.all([
    matching(database, filter)
      .orderBy(column, order, 'NULLS LAST')
      // Otherwise rows that are alike could stand on two pages.
      .addOrderBy('f.createdAt', 'DESC')
      .addOrderBy('f.feedbackId', 'DESC')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount(),
    matching(database, { ...filter, status: undefined })
      .select('f.status', 'name')
      .addSelect('count(*)', 'count')
      .groupBy('f.status')
      .getRawMany<{ name: FeedbackStatus; count: string }>(),
  ]);
  return { rows: rows.map(shown), total, byStatus: counted(FeedbackStatus.options, statuses) };
}

export async function exportPage(
  database: DataSource,
  { after, ...filter }: RequestOf<typeof exportFeedback>,
): Promise<ReplyOf<typeof exportFeedback>> {
  const query = matching(database, filter).orderBy('f.createdAt', 'DESC').addOrderBy('f.feedbackId', 'DESC');
  if (after !== null) query.andWhere('(f.createdAt, f.feedbackId) < (:createdAt, :feedbackId)', after);
  const rows = (await query.limit(FEEDBACK_LIMITS.pageSize).getMany()).map(shown);
  const last = rows.at(-1);
  const more = rows.length === FEEDBACK_LIMITS.pageSize && last !== undefined;
  return { rows, next: more ? { createdAt: last.createdAt, feedbackId: last.feedbackId } : null };
}

export async function countByType(
  database: DataSource,
  { from, to }: RequestOf<typeof countFeedback>,
): Promise<ReplyOf<typeof countFeedback>> {
  const rows = await database
    .createQueryBuilder(FeedbackRow, 'f')
    .select('f.type', 'name')
    .addSelect('count(*)', 'count')
    .where('f.createdAt >= :from and f.createdAt < :to', { from: Math.floor(from), to: Math.floor(to) })
    .groupBy('f.type')
    .getRawMany<{ name: FeedbackType; count: string }>();
  return { byType: counted(FeedbackType.options, rows) };
}
