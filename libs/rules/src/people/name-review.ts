import { z } from 'zod';
import { UNREVIEWED_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { playerOf } from '../players.js';
import { isUnreviewed } from '../reviewed.js';
import type { Game } from '../state.js';
import type { GameView, OwnSeat } from '../views.js';
import { personRenamed } from '../views/people-in-view.js';
import { nameOf } from '../views/view-of.js';

/** The game in which these names are shown as they are. */
export function withReviewed<G extends Game>(game: G, ids: readonly UserId[]): G {
  if (!ids.some((id) => isUnreviewed(game, id))) return game;
  const { unreviewed = [], ...rest } = game;
  const left = unreviewed.filter((id) => !ids.includes(id));
  return (left.length === 0 ? rest : { ...rest, unreviewed: left }) as G;
}

/** The view in which these names do not wait any more. */
export function withoutUnreviewed(view: GameView, ids: readonly UserId[]): GameView {
  if (view.unreviewed === undefined) return view;
  const { unreviewed, ...rest } = view;
  const left = unreviewed.filter(({ id }) => !ids.includes(id));
  return left.length === 0 ? rest : { ...rest, unreviewed: left };
}

/** The own seat under a name that others see. */
export function namedSeat({ unreviewed: _unreviewed, ...seat }: OwnSeat, name: string): OwnSeat {
  return { ...seat, name };
}

/** Names of players that wait for a review are shown from now on. The names are in the log already. */
export const namesApproved = event('namesApproved', {
  fields: () => ({ playerIds: z.array(UserId) }),
  evolve: (game, { playerIds }) => withReviewed(game, playerIds),
  view: (v, { type, at, playerIds }, after) => ({
    ...{ v, type, at },
    names: playerIds.map((id) => ({ id, name: nameOf(after, id) })),
  }),
});
export const namesApprovedView: ViewEvolution<typeof namesApproved> = {
  by: 'moderator',
  evolveView: (view, { names }) =>
    withoutUnreviewed(
      names.reduce((next, { id, name }) => personRenamed(next, id, name), view),
      names.map(({ id }) => id),
    ),
  evolveSeat: (seat, { names }, userId) => {
    const own = names.find(({ id }) => id === userId);
    return own === undefined ? seat : namedSeat(seat, own.name);
  },
};

/** The event for those of these players whose names wait; none if there are none. */
export const approving = (game: Game, playerIds: readonly UserId[], at: number): EventOf<typeof namesApproved>[] => {
  const waiting = [...new Set(playerIds)].filter((id) => isUnreviewed(game, id));
  return waiting.length === 0 ? [] : [{ type: 'namesApproved', at, playerIds: waiting }];
};

interface Approval {
  readonly playerId: UserId;
  readonly name: string;
}

/** A name that the player has changed since it was read stays to be reviewed. */
const asRead = (game: Game, names: readonly Approval[]): UserId[] =>
  names.filter(({ playerId, name }) => playerOf(game, playerId)?.name === name).map(({ playerId }) => playerId);

/** `names` as they were read. Those that changed meanwhile are left out. */
export const approveNames = command('approveNames', {
  issuer: 'people',
  fields: () => ({
    names: z
      .array(z.strictObject({ playerId: UserId, name: z.string() }))
      .min(1)
      .max(UNREVIEWED_MAX),
  }),
  decide: ({ game, at }, { names }): Emits<typeof namesApproved> => {
    const isKnown = names.some(({ playerId }) => playerOf(game, playerId) !== null);
    return isKnown ? approving(game, asRead(game, names), at) : rejected('player-not-found');
  },
});
