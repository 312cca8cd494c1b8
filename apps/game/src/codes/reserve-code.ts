import { randomInt } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { GAME_CODE_ALPHABET, GAME_CODE_LENGTH, GameCode, type GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';

const TRIES_MAX = 20;

export const randomCode = (): GameCode =>
  GameCode.parse(
    Array.from({ length: GAME_CODE_LENGTH }, () => GAME_CODE_ALPHABET[randomInt(GAME_CODE_ALPHABET.length)]).join(''),
  );

const RESERVE = `with reserved as (insert into game (game_id) values ($1) on conflict do nothing)
  insert into code (code, game_id) values ($2, $1) on conflict do nothing returning code`;

/** A code of the game's own, before the game exists; the same game gets the same code again. Refuses `create-failed`. */
export async function reserveCode(
  database: DataSource,
  gameId: GameId,
  draw: () => GameCode = randomCode,
): Promise<GameCode> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const [mine] = await database.query<{ code: GameCode }[]>(RESERVE, [gameId, draw()]);
    if (mine) return mine.code;
    const [before] = await database.query<{ code: GameCode }[]>('select code from code where game_id = $1', [gameId]);
    if (before) return before.code;
  }
  throw new RefusedError('create-failed');
}

/** The game that a code belongs to; null for a code that nobody has, or whose game was never created. */
export async function gameOfCode(database: DataSource, code: GameCode): Promise<GameId | null> {
  const [found] = await database.query<{ game_id: GameId }[]>(
    `select game_id from code where code = $1
      and exists (select from event where event.game_id = code.game_id and version = 1)`,
    [code],
  );
  return found?.game_id ?? null;
}
