import type { ShowId } from '@earworm/contracts';
import { inactiveNamed, joinCodeOf, type Game, type GameId } from '@earworm/rules';

export interface PublicInfo {
  readonly gameId: GameId;
  /** By which players join. */
  readonly gameCode: string;
  readonly status: Game['status'];
  readonly moderatorName: string;
  readonly moderatorLeft: boolean;
  readonly playerCount: number;
  readonly joiningLocked: boolean;
  readonly next: GameId | null;
  /** The name of its room, in games of events. */
  readonly room?: string;
  readonly showId?: ShowId;
  hasInactive(name: string): boolean;
}

/** Unloaded games that are remembered per shard; the oldest is forgotten first. */
const KEPT_MAX = 200;
/** A game that more players have left is loaded when its code is looked up. */
const INACTIVE_MAX = 10;

export function publicInfoOf(game: Game): PublicInfo {
  const { gameId, status, moderatorName, moderatorLeft, joiningLocked, players, room } = game;
  const inactive = players.filter(({ isActive }) => !isActive);
  return {
    gameId,
    gameCode: joinCodeOf(game),
    status,
    moderatorName,
    moderatorLeft,
    playerCount: players.length - inactive.length,
    joiningLocked,
    ...(room && { room: room.name, showId: room.showId as ShowId }),
    next: game.status === 'completed' ? game.next : null,
    hasInactive: (name) => inactiveNamed({ players: inactive }, name) !== null,
  };
}

interface Unloaded {
  readonly publicInfo: PublicInfo | null;
  /** Its size in memory, so that it is not read again only to find that it does not fit. */
  readonly bytes: number;
}

export class UnloadedGames {
  readonly #games = new Map<string, Unloaded>();

  find(gameId: string): Unloaded | undefined {
    return this.#games.get(gameId);
  }

  keep(gameId: string, game: Game | null, bytes: number): void {
    const inactive = game?.players.filter(({ isActive }) => !isActive).length ?? 0;
    this.#games.set(gameId, { publicInfo: game && inactive <= INACTIVE_MAX ? publicInfoOf(game) : null, bytes });
    const [oldest] = this.#games.keys();
    if (this.#games.size > KEPT_MAX && oldest !== undefined) this.#games.delete(oldest);
  }

  forget(gameId: string): void {
    this.#games.delete(gameId);
  }
}
