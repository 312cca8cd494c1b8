import { type changeFeedback, type Feedback, RefusedError, type RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import type { Screenshots } from '../screenshots/screenshots.js';
import { cleanText } from './clean-text.js';
import { FeedbackRow } from './feedback.entity.js';
import { shown } from './queries.js';

/** Changes what is given and leaves the rest: two admins do not undo each other's work on one entry. */
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
  return shown(await rowOf(database, feedbackId));
}

/** The row goes first: a picture that cannot be removed now is an orphan, and swept. */
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
