import type { UserId } from './ids.js';
import { mappedPlayers, playerOf } from './players.js';
import type { Game, Player, Settings } from './state.js';
import type { GameView, UnreviewedName, ViewKind } from './views.js';

/** Whether a player's name waits for a review: only the full view has it. */
export const isUnreviewed = ({ unreviewed }: Pick<Game, 'unreviewed'>, id: UserId): boolean =>
  unreviewed?.includes(id) === true;

/** What is shown in place of a name that waits for a review. */
export const standIn = (seat: number): string => `Player ${seat}`;

/** The game once this name waits for a review, where names are reviewed. */
export function withUnreviewed<G extends Game>(game: G, id: UserId): G {
  if (game.settings.nameReview !== 'on' || isUnreviewed(game, id)) return game;
  return { ...game, unreviewed: [...(game.unreviewed ?? []), id] };
}

const cached = new WeakMap<Game['players'], { unreviewed: Game['unreviewed']; seen: Game['players'] }>();

/** The game as a kind of view has it: what is made of it holds no name that waits for a review. */
export function reviewed<G extends Game>(game: G, kind: ViewKind): G {
  const { players, unreviewed } = game;
  if (kind === 'full' || unreviewed === undefined) return game;
  const ready = cached.get(players);
  if (ready?.unreviewed === unreviewed) return { ...game, players: ready.seen };
  const waiting = new Set(unreviewed);
  const seen = mappedPlayers(players, (player) => (waiting.has(player.id) ? standingIn(player) : player));
  cached.set(players, { unreviewed, seen });
  return { ...game, players: seen };
}

const standingIn = (player: Player): Player => ({ ...player, name: standIn(player.seat) });

/** Names that wait for a review, by seat. */
export function unreviewedOf({ players, unreviewed }: Game): readonly UnreviewedName[] {
  if (unreviewed === undefined) return [];
  const waiting = new Set(unreviewed);
  return players
    .filter(({ id, removed }) => removed === null && waiting.has(id))
    .map(({ id, seat, name }) => ({ id, seat, name }));
}

/** What views get of a name that waits for a review after an event. */
export const toReview = (after: Game, id: UserId): { readonly unreviewed?: { readonly seat: number } } => {
  const player = isUnreviewed(after, id) ? playerOf(after, id) : null;
  return player === null ? {} : { unreviewed: { seat: player.seat } };
};

/** The view in which this name waits for a review, if it is the full one. */
export function withNameToReview(view: GameView, name: UnreviewedName | undefined): GameView {
  if (name === undefined || view.scoreChanges === null) return view;
  const others = (view.unreviewed ?? []).filter(({ id }) => id !== name.id);
  return { ...view, unreviewed: [...others, name].sort((one, other) => one.seat - other.seat) };
}

/** Settings as a kind of view has them. A list of insults is for the moderator alone. */
export function settingsSeen(settings: Settings, kind: ViewKind): Settings {
  if (kind === 'full') return settings;
  const { blockedNames: _blockedNames, ...seen } = settings;
  return seen;
}
