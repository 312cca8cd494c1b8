import { createHash, randomInt, randomBytes, timingSafeEqual } from 'node:crypto';
import { RefusedError } from '@earworm/contracts';
import { GAME_CODE_ALPHABET, GAME_CODE_LENGTH, GameCode, GameId, type UserId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import {
  ADD_STAGE_KEY,
  GAME_OF_CODE,
  INHERIT_STAGE_KEYS,
  MOVE_ROOM_CODE,
  RESERVE_CODE,
  RESERVE_ROOM_CODE,
  SELECT_CODE,
  SELECT_ROOM_CODE,
  SELECT_STAGE_KEY,
  SELECT_STAGE_KEYS,
  SHARE_STAGE_KEYS,
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
export const reserveCode = (database: DataSource, gameId: GameId, draw?: () => GameCode): Promise<GameCode> =>
  reserve(database, { reserve: RESERVE_CODE, select: SELECT_CODE, keys: [gameId] }, draw);

/**
 * Reserves a code for a room, which leads to this game until it is moved. The same room gets the same code again, and it
 * leads where it led. Refuses `create-failed`.
 */
export const reserveRoomCode = (
  database: DataSource,
  roomId: string,
  gameId: GameId,
  draw?: () => GameCode,
): Promise<GameCode> =>
  reserve(database, { reserve: RESERVE_ROOM_CODE, select: SELECT_ROOM_CODE, keys: [roomId, gameId] }, draw);

interface Reservation {
  readonly reserve: string;
  /** Takes the first key. */
  readonly select: string;
  readonly keys: readonly [string, ...string[]];
}

async function reserve(database: DataSource, { reserve: insert, select, keys }: Reservation, draw = randomCode) {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const [reserved] = await database.query<{ code: GameCode }[]>(insert, [...keys, draw()]);
    if (reserved) return reserved.code;
    const [existing] = await database.query<{ code: GameCode }[]>(select, [keys[0]]);
    if (existing) return existing.code;
  }
  throw new RefusedError('create-failed');
}

/**
 * The code of a room now leads to the game that follows in it. If this is never done, or two do it in another order, the
 * code leads to an earlier game, and over those that followed to the same one.
 */
export async function moveRoomCode(database: DataSource, roomId: string, gameId: GameId): Promise<void> {
  await database.query(MOVE_ROOM_CODE, [roomId, gameId]);
}

/** Of a game or a room. Null for a code without a created game. */
export async function gameOfCode(database: DataSource, code: GameCode): Promise<GameId | null> {
  const [found] = await database.query<{ game_id: GameId }[]>(GAME_OF_CODE, [code]);
  return found?.game_id ?? null;
}

/** The key in a member's link to the game's stage; created at the first request. */
export async function stageKeyOf(database: DataSource, gameId: GameId, userId: UserId): Promise<string> {
  await database.query(ADD_STAGE_KEY, [gameId, userId, randomBytes(24).toString('base64url')]);
  const [row] = await database.query<{ key: string }[]>(SELECT_STAGE_KEY, [gameId, userId]);
  if (!row) throw new Error(`game ${gameId} has no row`);
  return row.key;
}

/** From now on the links to the stage of one game also show another. */
export async function inheritStageKeys(database: DataSource, from: GameId, to: GameId): Promise<void> {
  await database.query(INHERIT_STAGE_KEYS, [from, to]);
}

/** The links of one user are also those of another, who is the same person. */
export async function shareStageKeys(database: DataSource, gameId: GameId, from: UserId, to: UserId): Promise<void> {
  await database.query(SHARE_STAGE_KEYS, [gameId, from, to]);
}

/** Whose key it is; empty: no key of the game. Null: unknown, as a release that knew one key of a game made it. */
export async function makersOfStageKey(
  database: DataSource,
  gameId: GameId,
  given: string,
): Promise<readonly UserId[] | null> {
  const rows = await database.query<{ key: string; userId: UserId | null }[]>(SELECT_STAGE_KEYS, [gameId]);
  const fitting = rows.filter(({ key }) => isSame(key, given));
  const makers = fitting.flatMap(({ userId }) => userId ?? []);
  return makers.length === 0 && fitting.length > 0 ? null : makers;
}

const isSame = (key: string, given: string) =>
  key.length === given.length && timingSafeEqual(Buffer.from(key), Buffer.from(given));
