import { createHash, randomInt } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { GAME_CODE_ALPHABET, GAME_CODE_LENGTH, GameCode, GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { GAME_OF_CODE, RESERVE_CODE, SELECT_CODE } from './codes.sql.js';

const ATTEMPTS_MAX = 20;

/** Derived from the request, so that a retry on any replica creates the same game. */
export const gameIdFor = (userId: string, requestId: string): GameId =>
  GameId.parse(createHash('sha256').update(`${userId}:${requestId}`).digest('hex').slice(0, 24));

export const randomCode = (): GameCode =>
  GameCode.parse(
    Array.from({ length: GAME_CODE_LENGTH }, () => GAME_CODE_ALPHABET[randomInt(GAME_CODE_ALPHABET.length)]).join(''),
  );

/** Reserves a code before the game exists; the same game gets the same code again. Refuses `create-failed`. */
export async function reserveCode(
  database: DataSource,
  gameId: GameId,
  draw: () => GameCode = randomCode,
): Promise<GameCode> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const [reserved] = await database.query<{ code: GameCode }[]>(RESERVE_CODE, [gameId, draw()]);
    if (reserved) return reserved.code;
    const [existing] = await database.query<{ code: GameCode }[]>(SELECT_CODE, [gameId]);
    if (existing) return existing.code;
  }
  throw new RefusedError('create-failed');
}

/** Null for a code without a created game. */
export async function gameOfCode(database: DataSource, code: GameCode): Promise<GameId | null> {
  const [found] = await database.query<{ game_id: GameId }[]>(GAME_OF_CODE, [code]);
  return found?.game_id ?? null;
}
