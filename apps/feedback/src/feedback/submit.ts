import {
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type StoredContext,
  type submitFeedback,
} from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Screenshots } from '../screenshots/screenshots.js';
import { FeedbackRow } from './feedback.entity.js';

type Request = RequestOf<typeof submitFeedback>;

export const SUBMIT_OPTIONS = Symbol('submit options');

export interface SubmitOptions {
  readonly database: DataSource;
  readonly screenshots: Screenshots;
  readonly kept: number;
  readonly cooldownSeconds: number;
}

/** Once per cooldown and user, across replicas. A retry with the same `feedbackId` succeeds; a failure starts no cooldown. */
export async function submit(options: SubmitOptions, request: Request): Promise<ReplyOf<typeof submitFeedback>> {
  const { database, screenshots, cooldownSeconds } = options;
  const { feedbackId, userId, uploadId } = request;
  const [title, description] = [cleanText(request.title), cleanText(request.description)];
  if (title === '' || description === '') throw new RefusedError('feedback-required');
  // Before the work on a picture, and in this order: an attempt with the same id may have started the cooldown.
  const tooSoon = await refusedTooSoon(database, userId, cooldownSeconds);
  if (await exists(database, feedbackId, userId)) return { feedbackId };
  if (tooSoon !== null) throw tooSoon;
  if ((await database.manager.count(FeedbackRow)) >= options.kept) throw new RefusedError('busy');

  const screenshotKey = uploadId === null ? null : await screenshots.accept(userId, uploadId);
  try {
    await database.transaction(async (manager) => {
      await startCooldown(manager, userId, cooldownSeconds);
      await manager.insert(FeedbackRow, {
        feedbackId,
        userId,
        title,
        description,
        screenshotKey,
        type: request.type,
        createdAt: () => '(extract(epoch from clock_timestamp()) * 1000)::bigint',
        userEmail: request.userEmail,
        gameVersion: cleanText(request.gameVersion),
        context: cleanContext(request.context),
      });
      if (uploadId !== null) await manager.query('delete from upload where upload_id = $1', [uploadId]);
    });
  } catch (error) {
    if (screenshotKey !== null) await screenshots.forget(screenshotKey);
    if (await exists(database, feedbackId, userId)) return { feedbackId };
    if (await database.manager.existsBy(FeedbackRow, { feedbackId })) throw new RefusedError('bad-request');
    throw error;
  }
  if (uploadId !== null) await screenshots.forgetIncoming(uploadId);
  return { feedbackId };
}

/** Well-formed and trimmed, without control characters except line breaks and tabs. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cc}/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    .trim();

const cleanContext = (context: Request['context']): StoredContext | null =>
  context === undefined
    ? null
    : {
        ...context,
        gameCode: context.gameCode === null ? null : cleanText(context.gameCode),
        page: cleanText(context.page),
        language: cleanText(context.language),
        build: cleanText(context.build),
        userAgent: cleanText(context.userAgent),
      };

const exists = (database: DataSource, feedbackId: string, userId: string): Promise<boolean> =>
  database.manager.existsBy(FeedbackRow, { feedbackId, userId });

async function refusedTooSoon(
  database: DataSource | EntityManager,
  userId: string,
  seconds: number,
): Promise<RefusedError | null> {
  const rows = await database.query<{ wait: number }[]>(
    `select ceil($2 - extract(epoch from clock_timestamp() - last_at))::integer as wait from cooldown
      where user_id = $1 and last_at > clock_timestamp() - make_interval(secs => $2)`,
    [userId, seconds],
  );
  return rows[0] === undefined ? null : new RefusedError('feedback-too-soon', { n: Math.max(1, rows[0].wait) });
}

/** Of two concurrent submissions the second waits here, and is refused. */
async function startCooldown(manager: EntityManager, userId: string, seconds: number): Promise<void> {
  const spent = await manager.query<unknown[]>(
    `insert into cooldown (user_id, last_at) values ($1, clock_timestamp()) on conflict (user_id) do update
      set last_at = clock_timestamp() where cooldown.last_at <= clock_timestamp() - make_interval(secs => $2)
      returning user_id`,
    [userId, seconds],
  );
  if (spent.length > 0) return;
  throw (await refusedTooSoon(manager, userId, seconds)) ?? new RefusedError('feedback-too-soon', { n: 1 });
}
