import { type erasePersonInFeedback, FORMER_PERSON, type RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import type { Screenshots } from '../screenshots/screenshots.js';

const FORGET_AUTHOR = `with found as (select feedback_id, screenshot_key from feedback where user_id = $1 for update)
  update feedback set user_id = $2, user_email = null, screenshot_key = null
    from found where feedback.feedback_id = found.feedback_id
  returning found.screenshot_key as key`;
const RENAME_HANDLER = 'update feedback set handled_by = $2 where handled_by = $1';
const DELETE_COOLDOWN = 'delete from cooldown where user_id = $1';
const DELETE_UPLOADS = 'delete from upload where user_id = $1 returning upload_id as "uploadId"';

/** The rows first: an object that cannot be removed is an orphan, which is swept. */
export async function erasePerson(
  database: DataSource,
  screenshots: Screenshots,
  { userId, pseudonym, name }: RequestOf<typeof erasePersonInFeedback>,
): Promise<void> {
  const [rows] = await database.query<[{ key: string | null }[], number]>(FORGET_AUTHOR, [userId, pseudonym]);
  for (const { key } of rows) if (key !== null) await screenshots.forget(key);
  await database.query(DELETE_COOLDOWN, [userId]);
  const [uploads] = await database.query<[{ uploadId: string }[], number]>(DELETE_UPLOADS, [userId]);
  for (const { uploadId } of uploads) await screenshots.forgetIncoming(uploadId);
  if (name !== null) await database.query(RENAME_HANDLER, [name, FORMER_PERSON]);
}
