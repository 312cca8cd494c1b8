import { createHash, randomInt, randomBytes, timingSafeEqual } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { GAME_CODE_ALPHABET, GAME_CODE_LENGTH, GameCode, GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import {
  GAME_OF_CODE,
  RESERVE_CODE,
  SELECT_CODE,
  ENSURE_STAGE_KEY,
  INHERIT_STAGE_KEY,
  SELECT_STAGE_KEY,
} from './codes.sql.js';

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

/** The key in the link to the game's stage; created at the first request. */
export async function stageKeyOf(database: DataSource, gameId: GameId): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  const [row] = await database.query<{ stage_key: string }[]>(ENSURE_STAGE_KEY, [gameId, key]);
  if (!row) throw new Error(`game ${gameId} has no row`);
  return row.stage_key;
}

/** From now on the link to the stage of one game also shows another, unless that has a link already. */
export async function inheritStageKey(database: DataSource, from: GameId, to: GameId): Promise<void> {
  await database.query(INHERIT_STAGE_KEY, [from, to]);
}

export async function isStageKey(database: DataSource, gameId: GameId, key: string): Promise<boolean> {
  const [row] = await database.query<{ stage_key: string | null }[]>(SELECT_STAGE_KEY, [gameId]);
  if (!row?.stage_key || row.stage_key.length !== key.length) return false;
  return timingSafeEqual(Buffer.from(row.stage_key), Buffer.from(key));
}
