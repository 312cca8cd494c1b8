import { z } from 'zod';
import { event, type EventOf, type ViewEvolution } from './definition.js';
import { UserId } from './ids.js';
import { memberOf, membersOf, type WithCrew } from './rights.js';
import { type Right, RIGHTS } from './constants.js';
import type { CrewMember, Game } from './state.js';
import type { GameView } from './views.js';

type GameOrView = Game | GameView;

/** The game with this crew. An owner alone, with nothing to keep about them, is no crew. */
export function withMembers<G extends WithCrew>(game: G, members: readonly CrewMember[]): G {
  const { crew: _crew, ...rest } = game;
  const [owner, ...others] = members;
  const isPlain = others.length === 0 && owner?.suspended === undefined && owner?.left === undefined;
  return (isPlain ? rest : { ...rest, crew: members }) as G;
}

/** The game with one member changed. */
export const withMember = <G extends WithCrew>(game: G, id: UserId, change: (member: CrewMember) => CrewMember): G =>
  memberOf(game, id) === null
    ? game
    : withMembers(
        game,
        membersOf(game).map((member) => (member.id === id ? change(member) : member)),
      );

/** Whom this member has suspended. */
export const suspendedBy = (game: WithCrew, taker: UserId): readonly UserId[] =>
  membersOf(game)
    .filter(({ suspended }) => suspended?.by === taker)
    .map(({ id }) => id);

/** In the order of `RIGHTS`, each once. */
export const ordered = (rights: readonly Right[]): Right[] => RIGHTS.filter((right) => rights.includes(right));

const withoutMember = <G extends GameOrView>(game: G, { userId }: { readonly userId: UserId }): G =>
  userId === game.moderatorId
    ? game
    : withMembers(
        game,
        membersOf(game).filter(({ id }) => id !== userId),
      );

/** `reason`: why an operator who leaves has given the desk to the only member. */
export const crewRemoved = event('crewRemoved', {
  fields: () => ({ userId: UserId, reason: z.string().optional() }),
  evolve: withoutMember<Game>,
  view: (v, { type, at, userId }) => ({ v, type, at, userId }),
});
export const crewRemovedView: ViewEvolution<typeof crewRemoved> = { by: 'moderator', evolveView: withoutMember };

/** Members who may act again. */
export const crewRestored = event('crewRestored', {
  fields: () => ({ userIds: z.array(UserId) }),
  evolve: (game, { userIds }) => withRestored(game, userIds),
});
export const crewRestoredView: ViewEvolution<typeof crewRestored> = {
  by: 'moderator',
  evolveView: (view, { userIds }) => withRestored(view, userIds),
};

const withRestored = <G extends GameOrView>(game: G, userIds: readonly UserId[]): G =>
  withMembers(
    game,
    membersOf(game).map((member) => (userIds.includes(member.id) ? restored(member) : member)),
  );

const restored = ({ suspended: _suspended, ...member }: CrewMember): CrewMember => member;

/** All members act again, as after the end of a game. */
export const withoutSuspensions = <G extends GameOrView>(game: G): G =>
  game.crew === undefined ? game : withMembers(game, game.crew.map(restored));

export const restoring = (userIds: readonly UserId[], at: number): EventOf<typeof crewRestored>[] =>
  userIds.length === 0 ? [] : [{ type: 'crewRestored', at, userIds: [...userIds] }];

/** The events by which a member is gone, and those act again whom they had suspended. */
export const removing = (
  game: Game,
  userId: UserId,
  at: number,
  reason?: string,
): EventOf<typeof crewRestored | typeof crewRemoved>[] => [
  ...restoring(suspendedBy(game, userId), at),
  { type: 'crewRemoved', at, userId, ...(reason && { reason }) },
];

interface Move {
  readonly from: UserId;
  readonly to: UserId;
}

/** Of two members that are one person the rights add up, and what one may not do now the other may not either. */
function merged(from: CrewMember, to: CrewMember): CrewMember {
  const suspended = to.suspended ?? from.suspended;
  return { ...restored(to), rights: ordered([...to.rights, ...from.rights]), ...(suspended && { suspended }) };
}

/** The crew in which `to` stands wherever `from` stood. The owner stays the owner, and first. */
export function withMemberMoved<G extends WithCrew>(game: G, { from, to }: Move): G {
  if (game.crew === undefined) return game;
  const [owner] = game.crew;
  const former = game.crew.find(({ id }) => id === from);
  const own = game.crew.find(({ id }) => id === to);
  const isBoth = former !== undefined && own !== undefined;
  const one = isBoth ? (former === owner ? merged(own, former) : merged(former, own)) : former;
  const place = isBoth && former !== owner ? own : former;
  const members = game.crew
    .filter((member) => member === place || (member !== former && (former === undefined || member !== own)))
    .map((member) => (member === place && one !== undefined ? { ...one, id: to } : member));
  return withMembers(
    game,
    members.map((member) => followed(member, { from, to })),
  );
}

/** A member as they stand once those whom they refer to have moved. */
function followed(member: CrewMember, { from, to }: Move): CrewMember {
  const by = member.by === from ? to : member.by;
  const { suspended } = member;
  if (suspended === undefined) return { ...member, by };
  const taker = suspended.by === from ? to : suspended.by;
  return taker === member.id ? { ...restored(member), by } : { ...member, by, suspended: { ...suspended, by: taker } };
}

/** A member's rights belong to another user: the account that a guest has signed in to. */
export const crewMemberMoved = event('crewMemberMoved', {
  fields: () => ({ from: UserId, to: UserId }),
  evolve: withMemberMoved<Game>,
});
export const crewMemberMovedView: ViewEvolution<typeof crewMemberMoved> = { evolveView: withMemberMoved };
