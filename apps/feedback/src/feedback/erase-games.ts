import type { GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import type { Screenshots } from '../screenshots/screenshots.js';

/** Feedback stays, without the game that it was written in. */
const FORGET_GAMES = `with found as (
    select feedback_id, screenshot_key from feedback where context->>'gameId' = any($1) for update)
  update feedback set screenshot_key = null, context = context || '{"gameId":null,"gameCode":null}'
    from found where feedback.feedback_id = found.feedback_id
  returning found.screenshot_key as key`;

/** The rows first: a screenshot that cannot be removed is an orphan, which is swept. */
export async function eraseGames(
  database: DataSource,
  screenshots: Screenshots,
  gameIds: readonly GameId[],
): Promise<void> {
  const [rows] = await database.query<[{ key: string | null }[], number]>(FORGET_GAMES, [gameIds]);
  for (const { key } of rows) if (key !== null) await screenshots.forget(key);
}
