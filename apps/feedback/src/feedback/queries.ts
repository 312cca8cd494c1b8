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
import { type ExportQueries, likePattern } from '@earworm/service-kit/postgres';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { FeedbackRow } from './feedback.entity.js';

export const toFeedback = ({ screenshotKey, createdAt, handledAt, ...row }: FeedbackRow): Feedback => ({
  ...row,
  screenshotURL: screenshotKey === null ? null : PATHS.readScreenshot.path.replace(':feedbackId', row.feedbackId),
  createdAt: Number(createdAt),
  handledAt: handledAt === null ? null : Number(handledAt),
});

const SEARCHED = ['f.title', 'f.description', 'f.replyNote', 'f.userEmail', 'f.userId', "(f.context ->> 'gameCode')"];

function matching(database: DataSource, { search, type, status }: FeedbackFilter): SelectQueryBuilder<FeedbackRow> {
  const query = database.createQueryBuilder(FeedbackRow, 'f').where('true');
  if (search.trim() !== '') {
    const anywhere = SEARCHED.map((field) => `${field} ilike :pattern`).join(' or ');
    query.andWhere(`(${anywhere})`, { pattern: likePattern(search.trim()) });
  }
  if (type !== undefined) query.andWhere('f.type = :type', { type });
  if (status !== undefined) query.andWhere('f.status = :status', { status });
  return query;
}

async function countBy<Name extends string>(
  query: SelectQueryBuilder<FeedbackRow>,
  column: 'type' | 'status',
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const rows = await query
    .select(`f.${column}`, 'name')
    .addSelect('count(*)::int', 'count')
    .groupBy(`f.${column}`)
    .getRawMany<{ name: Name; count: number }>();
  const counts = names.map((name) => [name, rows.find((row) => row.name === name)?.count ?? 0] as const);
  return Object.fromEntries(counts) as Record<Name, number>;
}

export async function list(
  database: DataSource,
  { sort, direction, page, pageSize, ...filter }: RequestOf<typeof listFeedback>,
): Promise<ReplyOf<typeof listFeedback>> {
  const order = direction === 'asc' ? 'ASC' : 'DESC';
  const column = `f.${sort satisfies FeedbackSort}`;
  const [[rows, total], byStatus] = await Promise.all([
    matching(database, filter)
      .orderBy(column, order, 'NULLS LAST')
      // A total order, so that no row is on two pages.
      .addOrderBy('f.createdAt', 'DESC')
      .addOrderBy('f.feedbackId', 'DESC')
      .offset((page - 1) * pageSize)
      .limit(pageSize)
      .getManyAndCount(),
    countBy(matching(database, { ...filter, status: undefined }), 'status', FeedbackStatus.options),
  ]);
  return { rows: rows.map(toFeedback), total, byStatus };
}

export async function exportPage(
  database: DataSource,
  { after, ...filter }: RequestOf<typeof exportFeedback>,
): Promise<ReplyOf<typeof exportFeedback>> {
  const query = matching(database, filter).orderBy('f.createdAt', 'DESC').addOrderBy('f.feedbackId', 'DESC');
  if (after !== null) query.andWhere('(f.createdAt, f.feedbackId) < (:createdAt, :feedbackId)', after);
  const rows = (await query.limit(FEEDBACK_LIMITS.pageSize).getMany()).map(toFeedback);
  const last = rows.at(-1);
  const more = rows.length === FEEDBACK_LIMITS.pageSize && last !== undefined;
  return { rows, next: more ? { createdAt: last.createdAt, feedbackId: last.feedbackId } : null };
}

export async function countByType(
  database: DataSource,
  { from, to }: RequestOf<typeof countFeedback>,
): Promise<ReplyOf<typeof countFeedback>> {
  const query = database
    .createQueryBuilder(FeedbackRow, 'f')
    .where('f.createdAt >= :from and f.createdAt < :to', { from: Math.floor(from), to: Math.floor(to) });
  return { byType: await countBy(query, 'type', FeedbackType.options) };
}

/** What a person has written. */
export const EXPORT_OF_FEEDBACK: ExportQueries = {
  feedback: `select feedback_id::text as key, json_build_object('type', type, 'title', title,
      'description', description, 'hasScreenshot', screenshot_key is not null, 'createdAt', created_at,
      'email', user_email, 'gameVersion', game_version, 'context', context, 'status', status, 'reply', reply_note) as row
    from feedback where user_id = $1 and feedback_id::text > $2 order by 1 limit 50`,
};
