import { shuffled } from '../shuffled.js';
import type { Game, Removal, Team } from '../state.js';
import { memberOfTeam, sizesOf, type TeamSizes } from '../teams.js';

export interface Deal {
  readonly seed: number;
  /** Who has a team stays in it. */
  readonly kept: boolean;
}

interface Dealable {
  readonly team?: number;
  readonly removed: Removal | null;
}

/** A game, or what a projection of its log knows of it. */
interface WithPlayers<P> {
  /** By seat. */
  readonly players: readonly P[];
  /** In order of creation. */
  readonly teams?: readonly Pick<Team, 'number'>[];
}

/** The game with its players spread over its teams: sizes differ by one at most, unless some were kept. */
export function dealt<P extends Dealable, G extends WithPlayers<P>>(game: G, { seed, kept }: Deal): G {
  const teams = shuffled(game.teams ?? [], seed);
  if (teams.length === 0) return game;
  const visible = game.players.filter(({ removed }) => removed === null);
  const sizes: TeamSizes = kept ? sizesOf(visible) : new Map<number, number>();
  const waiting = visible.filter(({ team }) => !kept || team === undefined);
  const places = new Map<P, number>();
  for (const player of shuffled(waiting, seed + 1)) {
    const smallest = teams.reduce((least, team) =>
      (sizes.get(team.number) ?? 0) < (sizes.get(least.number) ?? 0) ? team : least,
    );
    places.set(player, smallest.number);
    sizes.set(smallest.number, (sizes.get(smallest.number) ?? 0) + 1);
  }
  const placed = (player: P): P => {
    const number = places.get(player);
    if (number !== undefined) return memberOfTeam(player, number);
    // A removed player comes back into the smallest team.
    return kept || player.removed === null ? player : memberOfTeam(player, null);
  };
  return { ...game, players: game.players.map(placed) };
}

/** The letter of team 1; lower ones need no escape in JSON. */
const FIRST_LETTER = 0x60;
const NO_TEAM = '-';

/** The team of each seat, a letter for each in order: what thousands of phones are sent at once stays small. */
export const lettersOf = ({ players }: Pick<Game, 'players'>): string =>
  players.map(({ team }) => (team === undefined ? NO_TEAM : String.fromCharCode(FIRST_LETTER + team))).join('');

export function teamInLetters(letters: string, seat: number): number | null {
  const letter = letters[seat - 1];
  return letter === undefined || letter === NO_TEAM ? null : letter.charCodeAt(0) - FIRST_LETTER;
}
