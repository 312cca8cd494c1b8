import { z } from 'zod';
import { CREW_MAX, NAME_MAX_UNITS, type Right, RIGHTS } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type Turn, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { cleanName } from '../names.js';
import { isBanned } from '../people/names-held.js';
import { requestsEnded, type seatRequestEnded } from '../people/requests-ended.js';
import { playerOf } from '../players.js';
import {
  type crewRemoved,
  type crewRestored,
  ordered,
  removing,
  restoring,
  suspendedBy,
  withMember,
  withMembers,
} from '../membership.js';
import { memberOf, membersOf, needsDesk } from '../rights.js';
import type { Game } from '../state.js';
import type { GameView } from '../views.js';

export const rightsField = () => z.array(z.enum(RIGHTS)).min(1).max(RIGHTS.length);
const memberFields = () => ({ userId: UserId, name: z.string(), rights: rightsField() });

type GameOrView = Game | GameView;

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
  fields: () => ({ userId: UserId, rights: rightsField() }),
  decide: (turn, { userId, rights }): Emits<typeof seatRequestEnded | typeof crewAdded | typeof crewRestored> => {
    const { game, at, ctx } = turn;
    const member = memberOf(game, userId);
    if (member === null) return rejected('not-in-crew');
    if (userId === game.moderatorId) return rejected('not-allowed');
    const added = adding(turn, { userId, name: member.name, rights, by: ctx.actor.userId });
    if ('rejection' in added || added.length === 0) return added;
    // A member who can no longer take over keeps no other one away from the desk.
    const isStillLead = RIGHTS.every((right) => rights.includes(right));
    return [...restoring(isStillLead ? [] : suspendedBy(game, userId), at), ...added];
  },
});

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
