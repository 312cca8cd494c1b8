import type { UserId } from './ids.js';
import type { Game, Player } from './state.js';

type Players = readonly Player[];

/**
 * Where each id stands. Worked out once and handed on from one list to the next, so that a room of thousands is neither
 * searched nor copied for every press. Lists that went different ways from one game share it, so an entry is a hint:
 * one that is missing is nobody's, one that does not fit the list is looked for.
 */
const indexes = new WeakMap<Players, Map<UserId, number>>();

function indexOf(players: Players): Map<UserId, number> {
  const known = indexes.get(players);
  if (known !== undefined) return known;
  const index = new Map(players.map(({ id }, place) => [id, place]));
  indexes.set(players, index);
  return index;
}

/** The player with this id; null for a user who never joined. */
export function playerOf({ players }: Pick<Game, 'players'>, id: UserId): Player | null {
  const place = indexOf(players).get(id);
  if (place === undefined) return null;
  const hinted = players[place];
  return hinted?.id === id ? hinted : (players.find((player) => player.id === id) ?? null);
}

/** The list with this player in the place of the seat: one more, or one changed, under the same id. */
export function seated(players: Players, player: Player): Players {
  const place = player.seat - 1;
  const next = place < players.length ? players.with(place, player) : [...players, player];
  indexes.set(next, indexOf(players).set(player.id, place));
  return next;
}

/** Ids of those who have left and not come back, by seat. */
export const inactivePlayers = ({ players }: Pick<Game, 'players'>): UserId[] =>
  players.filter((player) => !player.isActive).map((player) => player.id);

/** Everybody who is shown: not those whom the moderator removed. */
export const shownPlayers = ({ players }: Pick<Game, 'players'>): readonly Player[] =>
  players.filter(({ removed }) => removed === null);

export const withPlayer = <G extends Game>(game: G, player: Player): G => ({
  ...game,
  players: seated(game.players, player),
});

export function changedPlayer<G extends Game>(game: G, id: UserId, change: (player: Player) => Player): G {
  const player = playerOf(game, id);
  return player === null ? game : withPlayer(game, change(player));
}

/** The game with a player's score changed by `gain`. */
export const scored = <G extends Game>(game: G, id: UserId, gain: number): G =>
  changedPlayer(game, id, (player) => ({ ...player, score: player.score + gain }));

/** The player, unless the moderator removed them. */
export function shownPlayer(game: Pick<Game, 'players'>, id: UserId): Player | null {
  const player = playerOf(game, id);
  return player?.removed === null ? player : null;
}
