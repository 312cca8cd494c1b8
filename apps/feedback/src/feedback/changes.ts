import { type changeFeedback, type Feedback, RefusedError, type RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import type { Screenshots } from '../screenshots/screenshots.js';
import { FeedbackRow } from './feedback.entity.js';
import { toFeedback } from './queries.js';
import { cleanText } from './submit.js';

/** Only the given fields, so that two admins do not overwrite each other. */
export async function change(
  database: DataSource,
  { feedbackId, status, replyNote, handledBy }: RequestOf<typeof changeFeedback>,
): Promise<Feedback> {
  const note = replyNote === undefined ? {} : { replyNote: cleanText(replyNote) };
  await database.manager.update(
    FeedbackRow,
    { feedbackId },
    { ...(status === undefined ? {} : { status }), ...note, handledAt: String(Date.now()), handledBy },
  );
  return toFeedback(await rowOf(database, feedbackId));
}

/** The row first: a screenshot that cannot be removed is an orphan, which is swept. */
export async function remove(database: DataSource, screenshots: Screenshots, feedbackId: string): Promise<void> {
  const row = await database.manager.findOneBy(FeedbackRow, { feedbackId });
  if (row === null) return;
  await database.manager.delete(FeedbackRow, { feedbackId });
  if (row.screenshotKey !== null) await screenshots.forget(row.screenshotKey);
}

export async function rowOf(database: DataSource, feedbackId: string): Promise<FeedbackRow> {
  const row = await database.manager.findOneBy(FeedbackRow, { feedbackId });
  if (row === null) throw new RefusedError('feedback-gone');
  return row;
}
