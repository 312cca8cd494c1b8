import {
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type StoredContext,
  type submitFeedback,
} from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Screenshots } from '../screenshots/screenshots.js';
import { cleanText } from './clean-text.js';
import { FeedbackRow } from './feedback.entity.js';

type Request = RequestOf<typeof submitFeedback>;

/** What Nest finds them under; they are an interface and have no name at run time. */
export const PARTS = Symbol('parts');

export interface SubmitParts {
  readonly database: DataSource;
  readonly screenshots: Screenshots;
  readonly kept: number;
  /** One submission of one user in this time. */
  readonly cooldownSeconds: number;
}

/**
 * Takes feedback in: once per cooldown and user, whichever replica is asked. The same `feedbackId` again is answered as
 * the first time, so that a client without an answer may retry. What fails starts no cooldown.
 */
export async function submit(parts: SubmitParts, request: Request): Promise<ReplyOf<typeof submitFeedback>> {
  const { database, screenshots, cooldownSeconds } = parts;
  const { feedbackId, userId, uploadId } = request;
  const [title, description] = [cleanText(request.title), cleanText(request.description)];
  if (title === '' || description === '') throw new RefusedError('feedback-required');
  // Before any work on a picture. In this order: the cooldown may come from an earlier attempt with the same id.
  const tooSoon = await refusedTooSoon(database, userId, cooldownSeconds);
  if (await isKnown(database, feedbackId, userId)) return { feedbackId };
  if (tooSoon !== null) throw tooSoon;
  if ((await database.manager.count(FeedbackRow)) >= parts.kept) throw new RefusedError('busy');

  const screenshotKey = uploadId === null ? null : await screenshots.accept(userId, uploadId);
  try {
    await database.transaction(async (manager) => {
      await startCooldown(manager, userId, cooldownSeconds);
      await manager.query(
        `insert into feedback (feedback_id, type, title, description, screenshot_key, created_at, user_id, user_email,
          game_version, context)
          values ($1, $2, $3, $4, $5, (extract(epoch from clock_timestamp()) * 1000)::bigint, $6, $7, $8, $9)`,
        [
          ...[feedbackId, request.type, title, description, screenshotKey],
          ...[userId, request.userEmail, cleanText(request.gameVersion), cleanContext(request.context)],
        ],
      );
      if (uploadId !== null) await manager.query('delete from upload where upload_id = $1', [uploadId]);
    });
  } catch (error) {
    if (screenshotKey !== null) await screenshots.forget(screenshotKey);
    // Its twin was quicker.
    if (await isKnown(database, feedbackId, userId)) return { feedbackId };
    // Ids are random: one that somebody else has used was copied.
    if (await database.manager.existsBy(FeedbackRow, { feedbackId })) throw new RefusedError('bad-request');
    throw error;
  }
  if (uploadId !== null) await screenshots.forgetIncoming(uploadId);
  return { feedbackId };
}

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

const isKnown = (database: DataSource, feedbackId: string, userId: string): Promise<boolean> =>
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

/** Of two at once the second waits here for the first, and is refused. */
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
