import type { Refusal } from '@earworm/contracts';
import { isStored, keysAfter, randomId, read, readJson, remove, write } from './local.js';

const MAX_GAMES = 50;

export interface ModeratorMark {
  readonly moderatorName: string;
  /** Absent in marks of earlier releases. */
  readonly gameCode?: string;
  /** The moderator: no other user of this browser is offered the way back. */
  readonly userId?: string;
}

export interface PlayerMark {
  readonly name: string;
  /** A browser that presents it owns the seat, also under another user id. */
  readonly seatSecret: string;
  /** Null until the server has assigned the seat. */
  readonly playerId: string | null;
  readonly gameCode?: string;
}

type Role = 'moderator' | 'player';
type Stored<T> = T & { readonly since?: number; readonly keptAt: number };

const marksOf = <T>(role: Role): (Stored<T> & { readonly gameId: string })[] =>
  keysAfter(`${role}.`)
    .flatMap((gameId) => {
      const mark = readJson<Stored<T>>(`${role}.${gameId}`);
      return mark ? { ...mark, gameId } : [];
    })
    .sort((a, b) => b.keptAt - a.keptAt);

function keepMark(role: Role, gameId: string, mark: object): void {
  const now = Date.now();
  const since = readJson<Stored<object>>(`${role}.${gameId}`)?.since ?? now;
  write(`${role}.${gameId}`, JSON.stringify({ ...mark, since, keptAt: now }));
  for (const oldest of marksOf(role).slice(MAX_GAMES)) remove(`${role}.${oldest.gameId}`);
}

export const moderatorMark = (gameId: string) => readJson<Stored<ModeratorMark>>(`moderator.${gameId}`);
export const keepModeratorMark = (gameId: string, mark: ModeratorMark) =>
  keepMark('moderator', gameId, { ...moderatorMark(gameId), ...mark });
export const forgetModeratorMark = (gameId: string) => remove(`moderator.${gameId}`);

/** A guest has signed in to an account, which moderates their games from now on. */
export function moveModeratorMarks(from: string, to: string): void {
  for (const { gameId, userId, ...mark } of marksOf<ModeratorMark>('moderator'))
    if (userId === from) keepModeratorMark(gameId, { ...mark, userId: to });
}

export const playerMark = (gameId: string) => readJson<Stored<PlayerMark>>(`player.${gameId}`);

/** Keeps fields that are not given; a seat secret is created once per game. */
export function keepPlayerMark(
  gameId: string,
  mark: { name: string; playerId?: string; gameCode?: string },
): PlayerMark {
  const existing = playerMark(gameId);
  const updated: PlayerMark = {
    name: mark.name,
    seatSecret: existing?.seatSecret ?? randomId(),
    playerId: mark.playerId ?? existing?.playerId ?? null,
    gameCode: mark.gameCode ?? existing?.gameCode,
  };
  keepMark('player', gameId, updated);
  return updated;
}

/** What proves that a seat is this browser's. A secret that a reload would lose is not used: the device's cookie stands for it. */
export const seatProof = ({ seatSecret }: PlayerMark): { seatSecret?: string } => (isStored() ? { seatSecret } : {});

/** No way back is offered. The secret stays: the ban is enforced with it. */
export function markBanned(gameId: string): void {
  const mark = playerMark(gameId);
  if (mark) keepMark('player', gameId, { ...mark, playerId: null });
}

/** The next user of this browser must not get another person's seats. */
export function forgetSeats(): void {
  for (const gameId of keysAfter('player.')) remove(`player.${gameId}`);
}

export function forgetGame(gameId: string): void {
  remove(`moderator.${gameId}`);
  remove(`player.${gameId}`);
}

export interface StoredGame {
  readonly gameId: string;
  readonly gameCode: string;
  readonly as: Role;
  readonly name: string;
  readonly since: number;
}

/** Moderated by this user, or with a seat. Last kept first. */
export function storedGames(userId: string | null): StoredGame[] {
  const desks = marksOf<ModeratorMark>('moderator').filter((mark) => userId !== null && mark.userId === userId);
  const moderated = new Set(desks.map(({ gameId }) => gameId));
  const seats = marksOf<PlayerMark>('player').filter(
    ({ gameId, playerId }) => playerId !== null && !moderated.has(gameId),
  );
  return [
    ...desks.map((mark) => ({ ...mark, as: 'moderator' as const, name: mark.moderatorName })),
    ...seats.map((mark) => ({ ...mark, as: 'player' as const })),
  ]
    .sort((a, b) => b.keptAt - a.keptAt)
    .flatMap(({ gameId, gameCode, as, name, since, keptAt }) =>
      gameCode === undefined ? [] : { gameId, gameCode, as, name, since: since ?? keptAt },
    );
}

export const preferredName = () => read('preferred-name') ?? '';
export const keepPreferredName = (name: string) => write('preferred-name', name);
export const forgetPreferredName = () => remove('preferred-name');

/** Navigation state of *Rejoin Game*: requests the existing seat. */
export const REJOINS = { rejoins: true } as const;
export const isRejoining = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'rejoins' in state && state.rejoins === true;

/** How the home page has taken a seat. */
export interface TakenSeat {
  readonly type: 'joinGame' | 'requestSeat';
  readonly name: string;
  readonly refusal: Refusal | null;
  /** The mark before it. */
  readonly held: PlayerMark | null;
}

/** Joined from the home page, until this page is reloaded; null: the game's page takes the seat. */
const requested = new Map<string, TakenSeat | null>();
export const noteJoinRequest = (gameId: string, taken: TakenSeat | null = null): void =>
  void requested.set(gameId, taken);
export const hasJoinRequest = (gameId: string): boolean => requested.has(gameId);
export const seatTakenIn = (gameId: string): TakenSeat | null => requested.get(gameId) ?? null;
export const forgetJoinRequest = (gameId: string): void => void requested.delete(gameId);
