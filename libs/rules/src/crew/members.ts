import { z } from 'zod';
import { CREW_MAX, NAME_MAX_UNITS } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type Turn, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { cleanName } from '../names.js';
import { isBanned } from '../people/names-held.js';
import { requestsEnded, type seatRequestEnded } from '../people/requests-ended.js';
import { playerOf } from '../players.js';
import { memberOf, membersOf, needsDesk, type Right, RIGHTS, type WithCrew } from '../rights.js';
import type { CrewMember, Game } from '../state.js';
import type { GameView } from '../views.js';
import { memberFields, Rights } from './fields.js';

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

interface Addition {
  readonly userId: UserId;
  readonly name: string;
  readonly rights: readonly Right[];
  readonly by: UserId;
  readonly at: number;
  readonly operator?: true | undefined;
}

function withAddition<G extends GameOrView>(game: G, { userId, name, rights, by, at, operator }: Addition): G {
  if (memberOf(game, userId) !== null) return withMember(game, userId, (member) => ({ ...member, rights }));
  const added = { id: userId, name, rights, since: at, by, ...(operator && { operator }) };
  return withMembers(game, [...membersOf(game), added]);
}

/** A member more, or other rights of one. */
export const crewAdded = event('crewAdded', {
  fields: () => ({ ...memberFields(), by: UserId, operator: z.literal(true).optional() }),
  evolve: withAddition<Game>,
});
export const crewAddedView: ViewEvolution<typeof crewAdded> = { by: 'moderator', evolveView: withAddition };

const withoutMember = <G extends GameOrView>(game: G, { userId }: { readonly userId: UserId }): G =>
  userId === game.moderatorId
    ? game
    : withMembers(
        game,
        membersOf(game).filter(({ id }) => id !== userId),
      );

export const crewRemoved = event('crewRemoved', {
  fields: () => ({ userId: UserId }),
  evolve: withoutMember<Game>,
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
export const withNobodySuspended = <G extends GameOrView>(game: G): G =>
  game.crew === undefined ? game : withMembers(game, game.crew.map(restored));

export const restoring = (userIds: readonly UserId[], at: number): EventOf<typeof crewRestored>[] =>
  userIds.length === 0 ? [] : [{ type: 'crewRestored', at, userIds: [...userIds] }];

/** In the order of `RIGHTS`, each once. */
const ordered = (rights: readonly Right[]): Right[] => RIGHTS.filter((right) => rights.includes(right));

type Added = EventOf<typeof seatRequestEnded | typeof crewAdded>;

/** The events by which a user gets these rights and no others; a player leaves the seat before they get a desk. */
export function adding(
  { game, at }: Pick<Turn, 'game' | 'at'>,
  { userId, name, rights: given, by, operator }: Omit<Addition, 'at'>,
): Emits<typeof seatRequestEnded | typeof crewAdded> {
  const rights = ordered(given);
  const member = memberOf(game, userId);
  if (member !== null && ordered(member.rights).join() === rights.join()) return [];
  if (needsDesk(rights) && playerOf(game, userId)?.isActive === true) return rejected('leave-seat-first');
  if (member === null && membersOf(game).length >= CREW_MAX) return rejected('crew-full');
  const ended = needsDesk(rights) ? requestsEnded(game, at, true, ({ playerId }) => playerId === userId) : [];
  const added: Added = {
    type: 'crewAdded',
    at,
    ...{ userId, name: member?.name ?? name, rights, by },
    ...(operator && { operator }),
  };
  return [...ended, added];
}

/** By a link that `by` made: its rights come to those that the user has. */
export const addCrew = command('addCrew', {
  issuer: 'server',
  fields: () => ({ ...memberFields(), name: z.string().max(NAME_MAX_UNITS), by: UserId }),
  decide: (turn, { userId, name, rights, by }): Emits<typeof seatRequestEnded | typeof crewAdded> => {
    const cleaned = cleanName(name);
    if ('refused' in cleaned) return rejected(cleaned.refused);
    const actor = { userId, isAdmin: false };
    if (isBanned(turn.game, { ...turn.ctx, actor, seatHash: null, deviceHash: null })) return rejected('banned');
    const held = memberOf(turn.game, userId)?.rights ?? [];
    return adding(turn, { userId, name: cleaned.name, rights: [...held, ...rights], by });
  },
});

/** A member other than the owner gets other rights. */
export const setCrewRights = command('setCrewRights', {
  issuer: 'lead',
  fields: () => ({ userId: UserId, rights: Rights }),
  decide: (turn, { userId, rights }): Emits<typeof seatRequestEnded | typeof crewAdded | typeof crewRestored> => {
    const { game, at, ctx } = turn;
    const member = memberOf(game, userId);
    if (member === null) return rejected('not-in-crew');
    if (userId === game.moderatorId) return rejected('not-allowed');
    const added = adding(turn, { userId, name: member.name, rights, by: ctx.actor.userId });
    if ('rejection' in added || added.length === 0) return added;
    // Whoever can no longer take over keeps no other member away from the desk.
    const isStillLead = RIGHTS.every((right) => rights.includes(right));
    return [...restoring(isStillLead ? [] : suspendedBy(game, userId), at), ...added];
  },
});

/** The events by which a member is gone, and those act again whom they had suspended. */
export const removing = (
  game: Game,
  userId: UserId,
  at: number,
): EventOf<typeof crewRestored | typeof crewRemoved>[] => [
  ...restoring(suspendedBy(game, userId), at),
  { type: 'crewRemoved', at, userId },
];

export const removeCrew = command('removeCrew', {
  issuer: 'lead',
  fields: () => ({ userId: UserId }),
  decide: ({ game, at }, { userId }): Emits<typeof crewRestored | typeof crewRemoved> => {
    if (userId === game.moderatorId) return rejected('not-allowed');
    return memberOf(game, userId) === null ? [] : removing(game, userId, at);
  },
});

/** A member gives up all rights. The owner hands the game over instead. */
export const leaveCrew = command('leaveCrew', {
  issuer: 'crew',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof crewRestored | typeof crewRemoved> =>
    ctx.actor.userId === game.moderatorId ? rejected('not-allowed') : removing(game, ctx.actor.userId, at),
});

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
