import { inactiveNamed, type Game, type GameId } from '@earworm/rules';

/** What a game shows to a caller who has its code. */
export interface PublicInfo {
  readonly gameId: GameId;
  readonly gameCode: string;
  readonly status: Game['status'];
  readonly moderatorName: string;
  readonly moderatorLeft: boolean;
  readonly playerCount: number;
  /** The game that the same people play next. */
  readonly next: GameId | null;
  /** Whether a player of this name has left and may come back. */
  hasInactive(name: string): boolean;
}

/** Of games that have left memory; the one that left longest ago goes first. */
const KEPT_MAX = 200;
/** A game that more players have left is loaded when somebody looks it up. */
const INACTIVE_MAX = 10;

export function publicInfoOf(game: Game): PublicInfo {
  const { gameId, gameCode, status, moderatorName, moderatorLeft, players } = game;
  const inactive = players.filter(({ isActive }) => !isActive);
  return {
    ...{ gameId, gameCode, status, moderatorName, moderatorLeft },
    playerCount: players.length - inactive.length,
    next: game.status === 'completed' ? game.next : null,
    hasInactive: (name) => inactiveNamed({ players: inactive }, name) !== null,
  };
}

interface Unloaded {
  readonly publicInfo: PublicInfo | null;
  /** What the game took of the heap, so that it is not read again only to find that it does not fit. */
  readonly bytes: number;
}

/** One shard's games that are no longer in memory. Valid while this replica holds the shard: nothing else writes it. */
export class UnloadedGames {
  private readonly kept = new Map<string, Unloaded>();

  find(gameId: string): Unloaded | undefined {
    return this.kept.get(gameId);
  }

  keep(gameId: string, game: Game | null, bytes: number): void {
    const inactive = game?.players.filter(({ isActive }) => !isActive).length ?? 0;
    this.kept.set(gameId, { publicInfo: game && inactive <= INACTIVE_MAX ? publicInfoOf(game) : null, bytes });
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_MAX && oldest !== undefined) this.kept.delete(oldest);
  }

  forget(gameId: string): void {
    this.kept.delete(gameId);
  }
}
