import { z } from 'zod';
import { NAME_MAX_UNITS, REASON_MAX_LENGTH, RIGHTS } from '../constants.js';
import {
  command,
  event,
  rejected,
  type Emits,
  type Outcome,
  type EventOf,
  type Turn,
  type ViewEvolution,
} from '../definition.js';
import {
  atDesk,
  type deskReconnected,
  type deskReturned,
  type moderatorRejoined,
  musicDeskLost,
  musicDeskSet,
} from '../desk.js';
import { DeskId, UserId } from '../ids.js';
import { cleanName } from '../names.js';
import type { seatRequestEnded } from '../people/requests-ended.js';
import { memberOf, membersOf, mayTakeOver } from '../rights.js';
import type { Game } from '../state.js';
import { cleanText } from '../texts.js';
import type { GameView } from '../views.js';
import {
  type crewRemoved,
  type crewRestored,
  removing,
  restoring,
  suspendedBy,
  withMember,
  withMembers,
} from '../membership.js';
import { adding, type crewAdded } from './members.js';
import { isRoomItself } from '../room.js';

type GameOrView = Game | GameView;

interface Moment {
  readonly at: number;
}

interface Suspends extends Moment {
  readonly userIds: readonly UserId[];
  readonly by: UserId;
}

const withSuspended = <G extends GameOrView>(game: G, { userIds, by, at }: Suspends): G =>
  withMembers(
    game,
    membersOf(game).map((member) => (userIds.includes(member.id) ? { ...member, suspended: { by, at } } : member)),
  );

/** `by` has taken over: these may not act until they are given the desk back. `reason`: why an operator did. */
export const crewSuspended = event('crewSuspended', {
  fields: () => ({ userIds: z.array(UserId), by: UserId, reason: z.string().optional() }),
  evolve: withSuspended<Game>,
});
export const crewSuspendedView: ViewEvolution<typeof crewSuspended> = { by: 'moderator', evolveView: withSuspended };

const withAsked = <G extends GameOrView>(
  game: G,
  { userId, at }: { readonly userId: UserId; readonly at: number },
): G =>
  withMember(game, userId, (member) =>
    member.suspended === undefined ? member : { ...member, suspended: { ...member.suspended, askedAt: at } },
  );

/** A suspended member would like to have the desk back. */
export const crewAskedBack = event('crewAskedBack', { fields: () => ({ userId: UserId }), evolve: withAsked<Game> });
export const crewAskedBackView: ViewEvolution<typeof crewAskedBack> = { by: 'moderator', evolveView: withAsked };

/**
 * All others who can judge are suspended, by this member from now on, also those whom another one had suspended.
 * @param but a member who leaves the crew
 */
function suspending(
  game: Game,
  {
    by,
    at,
    reason,
    but,
  }: Moment & { readonly by: UserId; readonly reason?: string; readonly but?: UserId | undefined },
): EventOf<typeof crewSuspended>[] {
  const others = membersOf(game).filter(
    ({ id, rights, suspended }) =>
      id !== by && id !== but && rights.includes('judge') && suspended?.by !== by && !isRoomItself(game, id),
  );
  if (others.length === 0) return [];
  return [{ type: 'crewSuspended', at, userIds: others.map(({ id }) => id), by, ...(reason && { reason }) }];
}

type TakeOverEvent = EventOf<
  | typeof crewRestored
  | typeof crewSuspended
  | typeof deskReturned
  | typeof deskReconnected
  | typeof moderatorRejoined
  | typeof musicDeskSet
>;

/** A member with all rights is alone at the desk from now on, and `deskId` plays the music; null: no desk does. */
export const takeOver = command('takeOver', {
  issuer: 'crew',
  fields: () => ({ deskId: DeskId.nullable() }),
  decide: (turn, { deskId }): Outcome<TakeOverEvent> => {
    const { game, at, ctx } = turn;
    const { userId } = ctx.actor;
    const member = memberOf(game, userId);
    if (!mayTakeOver(game, userId)) return rejected(member?.suspended === undefined ? 'right-missing' : 'taken-over');
    return [
      ...restoring(member?.suspended === undefined ? [] : [userId], at),
      ...suspending(game, { by: userId, at }),
      ...atDesk(turn, userId),
      ...(deskId === null || game.musicDesk === deskId ? [] : [{ type: 'musicDeskSet', at, deskId } as const]),
    ];
  },
});

/** Those act again whom this member had suspended. An operator leaves the crew. */
export const giveBack = command('giveBack', {
  issuer: 'lead',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof crewRestored | typeof crewRemoved> => {
    const { userId } = ctx.actor;
    if (memberOf(game, userId)?.operator === true) return removing(game, userId, at);
    return restoring(suspendedBy(game, userId), at);
  },
});

/** How long a member who asked for the desk waits before they may ask again. */
const ASK_BACK_MS = 10_000;

export const askBack = command('askBack', {
  issuer: 'crew',
  fields: () => ({}),
  decide: ({ game, at, ctx }): Emits<typeof crewAskedBack> => {
    const { userId } = ctx.actor;
    const suspended = memberOf(game, userId)?.suspended;
    if (suspended === undefined || at - (suspended.askedAt ?? -Infinity) < ASK_BACK_MS) return [];
    return [{ type: 'crewAskedBack', at, userId }];
  },
});

const operatorFields = () => ({
  userId: UserId,
  name: z.string().max(NAME_MAX_UNITS),
  reason: z.string().max(REASON_MAX_LENGTH),
});

type Joined = EventOf<typeof seatRequestEnded | typeof crewAdded>;

/** The events by which an operator has all rights. A member stays what they were, but acts again. */
function operatorIn(turn: Turn, { userId, name: typed }: { userId: UserId; name: string }) {
  const cleaned = cleanName(typed);
  if ('refused' in cleaned) return rejected(cleaned.refused);
  const operator = memberOf(turn.game, userId) === null ? true : undefined;
  return adding(turn, { userId, name: cleaned.name, rights: RIGHTS, by: userId, operator });
}

/** The desk of the member who runs the game now takes the music once it is open. */
const freeingMusic = ({ musicDesk }: Game, at: number): EventOf<typeof musicDeskLost>[] =>
  musicDesk === null ? [] : [{ type: 'musicDeskLost', at, since: at }];

/** An operator joins the crew, and all others who could judge are suspended. */
export const operatorTakesOver = command('operatorTakesOver', {
  issuer: 'server',
  fields: operatorFields,
  decide: (
    turn,
    operator,
  ): Outcome<Joined | EventOf<typeof crewRestored | typeof crewSuspended | typeof musicDeskLost>> => {
    const { game, at } = turn;
    const reason = cleanText(operator.reason);
    if (reason === '') return rejected('reason-required');
    const joined = operatorIn(turn, operator);
    if ('rejection' in joined) return joined;
    const { userId } = operator;
    return [
      ...joined,
      ...restoring(memberOf(game, userId)?.suspended === undefined ? [] : [userId], at),
      ...suspending(game, { by: userId, at, reason }),
      ...freeingMusic(game, at),
    ];
  },
});

/** An operator joins the crew beside the others. */
export const operatorHelps = command('operatorHelps', {
  issuer: 'server',
  fields: operatorFields,
  decide: (turn, operator): Outcome<Joined> => operatorIn(turn, operator),
});

/**
 * An operator gives the desk to a member of the crew, who is alone at it from now on, with all rights. An operator who had
 * taken over or helped leaves the crew.
 */
export const giveDesk = command('giveDesk', {
  issuer: 'staff',
  fields: () => ({ userId: UserId, reason: z.string().max(REASON_MAX_LENGTH) }),
  decide: (
    turn,
    { userId, reason: typed },
  ): Outcome<
    Joined | EventOf<typeof crewRemoved | typeof crewRestored | typeof crewSuspended | typeof musicDeskLost>
  > => {
    const { game, at, ctx } = turn;
    const reason = cleanText(typed);
    if (reason === '') return rejected('reason-required');
    const member = memberOf(game, userId);
    if (member === null || isRoomItself(game, userId)) return rejected('not-in-crew');
    const by = ctx.actor.userId;
    const added = adding(turn, { userId, name: member.name, rights: RIGHTS, by });
    if ('rejection' in added) return added;
    const own = memberOf(game, by);
    const leaves = own?.operator === true && by !== userId;
    const isRestored = member.suspended === undefined || (leaves && member.suspended.by === by);
    const suspended = suspending(game, { by: userId, at, reason, but: leaves ? by : undefined });
    return [
      ...added,
      ...(leaves ? removing(game, by, at, suspended.length === 0 ? reason : undefined) : []),
      ...restoring(isRestored ? [] : [userId], at),
      ...suspended,
      ...freeingMusic(game, at),
    ];
  },
});
