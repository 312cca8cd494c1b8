import type { Move, ReplyOf, moveInLibrary } from '@earworm/contracts';
import { GameId, type UserId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import type { Clips } from '../clips/clips.js';
import { moveHistory } from './move-history.js';

const MOST_OPEN = 500;

/** Games that are not over, as far as the history has been read. */
export async function openGamesOf(database: DataSource, userId: UserId): Promise<GameId[]> {
  const rows = await database.query<{ gameId: string }[]>(
    `select game_id as "gameId" from game where status <> 'completed' and (moderator_id = $1
        or exists (select 1 from participant where participant.game_id = game.game_id and player_id = $1))
      order by created_at desc limit ${MOST_OPEN}`,
    [userId],
  );
  return rows.map(({ gameId }) => GameId.parse(gameId));
}

/**
 * Templates, clips and the history of games that are over, without regard to what one person may keep. Nothing more the
 * second time. A guest who has become an account keeps the id; their templates are swept no more.
 */
export async function moveUser(
  database: DataSource,
  clips: Clips,
  { from, to }: Move,
): Promise<ReplyOf<typeof moveInLibrary>> {
  if (from === to) {
    const [, templates] = await database.query<[unknown, number]>(
      `update template set by_guest = false where owner_id = $1 and by_guest`,
      [from],
    );
    return { templates, games: 0 };
  }
  const moved = await database.transaction(async (manager) => {
    await manager.query(`insert into moved_user (from_id, to_id) values ($1, $2) on conflict do nothing`, [from, to]);
    await manager.query(`select 1 from moved_user where from_id = $1 for update`, [from]);
    const [, templates] = await manager.query<[unknown, number]>(
      `update template set owner_id = $2, by_guest = false where owner_id = $1`,
      [from, to],
    );
    await manager.query(
      `update template_report as theirs set user_id = $2 where user_id = $1 and not exists (
        select 1 from template_report as own where own.template_id = theirs.template_id and own.user_id = $2)`,
      [from, to],
    );
    const games = await moveHistory(manager, from, to);
    const [[row]] = await manager.query<[{ templates: number; games: number }[], number]>(
      `update moved_user set templates = templates + $2, games = games + $3 where from_id = $1 returning templates, games`,
      [from, templates, games],
    );
    return row ?? { templates, games };
  });
  await clips.moveAll(from, to);
  return moved;
}

/** What the history has learned since: a game may have ended while its guest was moved, and a history be made anew. */
export async function moveAgain(database: DataSource): Promise<void> {
  const moves = await database.query<{ from: UserId; to: UserId }[]>(
    `select from_id as "from", to_id as "to" from moved_user where exists (
      select 1 from game where status = 'completed' and (moderator_id = from_id
        or exists (select 1 from participant as own where own.game_id = game.game_id and player_id = from_id
          and not exists (select 1 from participant as other where other.game_id = game.game_id and player_id = to_id))))`,
  );
  for (const { from, to } of moves) await database.transaction((manager) => moveHistory(manager, from, to));
}
