import type { UserId } from './ids.js';
import type { Game, Player } from './state.js';

type Players = readonly Player[];

/**
 * The place of each id, computed once and shared by all later lists, so that no buzz searches or copies thousands. As
 * diverging lists share it, an entry is a hint: one that does not fit the list is searched for.
 */
const indexes = new WeakMap<Players, Map<UserId, number>>();

function indexOf(players: Players): Map<UserId, number> {
  const cached = indexes.get(players);
  if (cached !== undefined) return cached;
  const index = new Map(players.map(({ id }, place) => [id, place]));
  indexes.set(players, index);
  return index;
}

export function playerOf({ players }: Pick<Game, 'players'>, id: UserId): Player | null {
  const place = indexOf(players).get(id);
  if (place === undefined) return null;
  const hinted = players[place];
  return hinted?.id === id ? hinted : (players.find((player) => player.id === id) ?? null);
}

/** The list with this player in the place of the seat: one more, or one changed, under the same id. */
function seated(players: Players, player: Player): Players {
  const place = player.seat - 1;
  const next = place < players.length ? players.with(place, player) : [...players, player];
  indexes.set(next, indexOf(players).set(player.id, place));
  return next;
}

/** Each player changed, under the same id. */
export function mappedPlayers(players: Players, change: (player: Player) => Player): Players {
  const next = players.map(change);
  indexes.set(next, indexOf(players));
  return next;
}

export const visiblePlayers = ({ players }: Pick<Game, 'players'>): readonly Player[] =>
  players.filter(({ removed }) => removed === null);

export const withPlayer = <G extends Game>(game: G, player: Player): G => ({
  ...game,
  players: seated(game.players, player),
});

export function changedPlayer<G extends Game>(game: G, id: UserId, change: (player: Player) => Player): G {
  const player = playerOf(game, id);
  return player === null ? game : withPlayer(game, change(player));
}

/** The game with a player's score changed by `gain`, and that of the team for which it counts. */
export function scored<G extends Game>(game: G, id: UserId, gain: number, team?: number): G {
  const next = changedPlayer(game, id, (player) => ({ ...player, score: player.score + gain }));
  if (team === undefined || next.teams === undefined) return next;
  const teams = next.teams.map((one) => (one.number === team ? { ...one, score: one.score + gain } : one));
  return { ...next, teams };
}

/** The player, unless the moderator removed them. */
export function visiblePlayer(game: Pick<Game, 'players'>, id: UserId): Player | null {
  const player = playerOf(game, id);
  return player?.removed === null ? player : null;
}
