import type { EntityManager } from 'typeorm';

/** The log of a game that is over takes no event any more: its history is changed here. */
const OVER = `select game_id from game where status = 'completed'`;

/** Nobody's id, for as long as two seats change hands. */
const NOBODY = 'moving';

/**
 * What a user had in games that are over is another's. Of two seats in one game the one with the higher score is `to`'s, the
 * other one stays. Returns how many games it concerned; none when it is done again.
 */
export async function moveHistory(manager: EntityManager, from: string, to: string): Promise<number> {
  // As the follower locks them.
  await manager.query(
    `select 1 from game where status = 'completed' and (moderator_id = $1
        or exists (select 1 from participant where participant.game_id = game.game_id and player_id = $1))
      order by game_id for update`,
    [from],
  );
  const games = new Set<string>();
  const note = (rows: readonly { game_id: string }[]) => rows.forEach(({ game_id }) => games.add(game_id));

  const lower = await manager.query<{ game_id: string }[]>(
    `select own.game_id from participant as own join participant as theirs using (game_id)
      where own.player_id = $2 and theirs.player_id = $1 and theirs.score > own.score and own.game_id in (${OVER})`,
    [from, to],
  );
  note(lower);
  const swapped = lower.map(({ game_id }) => game_id);
  for (const [one, other] of [
    [to, NOBODY],
    [from, to],
    [NOBODY, from],
  ] as const)
    await rename(manager, swapped, one, other);

  const alone = await manager.query<{ game_id: string }[]>(
    `select game_id from participant as theirs where player_id = $1 and game_id in (${OVER})
      and not exists (select 1 from participant as own where own.game_id = theirs.game_id and own.player_id = $2)`,
    [from, to],
  );
  note(alone);
  await rename(
    manager,
    alone.map(({ game_id }) => game_id),
    from,
    to,
  );

  const [moderated] = await manager.query<[{ game_id: string }[], number]>(
    `update game set moderator_id = $2 where moderator_id = $1 and status = 'completed' returning game_id`,
    [from, to],
  );
  note(moderated);
  return games.size;
}

async function rename(manager: EntityManager, gameIds: readonly string[], from: string, to: string): Promise<void> {
  if (gameIds.length === 0) return;
  for (const table of ['participant', 'verdict'])
    await manager.query(`update ${table} set player_id = $3 where game_id = any($1::text[]) and player_id = $2`, [
      gameIds,
      from,
      to,
    ]);
}
