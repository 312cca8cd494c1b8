import { z } from 'zod';
import { command, event, rejected, type Emits, type Outcome, type EventOf, type ViewEvolution } from '../definition.js';
import { UserId } from '../ids.js';
import { withOwnerId, withOwnerIdInView } from '../owner.js';
import type { seatRequestEnded } from '../people/requests-ended.js';
import { memberOf, membersOf, type WithCrew } from '../rights.js';
import { RIGHTS } from '../constants.js';
import type { CrewMember, Game } from '../state.js';
import type { GameView } from '../views.js';
import { type crewRestored, restoring, suspendedBy, withMembers } from '../membership.js';
import { adding, type crewAdded } from './members.js';

interface Handed {
  readonly from: UserId;
  readonly to: UserId;
  readonly name: string;
  readonly stays: boolean;
}

/** The crew with another owner, who is first; the former one stays as a member or is gone. */
function withOwner<G extends Game | GameView>(game: G, before: WithCrew, { from, to, name, stays }: Handed): G {
  const members = membersOf(before);
  const owner = members.find(({ id }) => id === to);
  if (owner === undefined || before.moderatorId !== from) return game;
  const first: CrewMember = { ...owner, name, rights: RIGHTS, by: null };
  const others = members.filter(({ id }) => id !== to && (stays || id !== from));
  const crew = [first, ...others.map((member) => (member.id === from ? { ...member, by: to } : member))];
  return withMembers({ ...game, moderatorName: name }, crew);
}

/** The game belongs to another member for good. `stays`: the former owner remains a member with all rights. */
export const ownerChanged = event('ownerChanged', {
  fields: () => ({ from: UserId, to: UserId, name: z.string(), stays: z.boolean() }),
  evolve: (game, handed) => withOwner(withOwnerId(game, handed), game, handed),
});
export const ownerChangedView: ViewEvolution<typeof ownerChanged> = {
  by: 'moderator',
  evolveView: (view, handed) => withOwner(withOwnerIdInView(view, handed, handed.name), view, handed),
};

export const handOver = command('handOver', {
  issuer: 'owner',
  fields: () => ({ userId: UserId, stays: z.boolean() }),
  decide: (
    turn,
    { userId: to, stays },
  ): Outcome<EventOf<typeof seatRequestEnded | typeof crewAdded | typeof crewRestored | typeof ownerChanged>> => {
    const { game, at, ctx } = turn;
    const from = ctx.actor.userId;
    if (to === from) return [];
    const member = memberOf(game, to);
    if (member === null) return rejected('not-in-crew');
    const added: Emits<typeof seatRequestEnded | typeof crewAdded> = adding(turn, {
      ...{ userId: to, name: member.name, rights: RIGHTS, by: from },
    });
    if ('rejection' in added) return added;
    const back = member.suspended === undefined ? [] : [to];
    const others = stays ? [] : suspendedBy(game, from).filter((id) => id !== to);
    return [
      ...added,
      ...restoring([...back, ...others], at),
      { type: 'ownerChanged', at, from, to, name: member.name, stays },
    ];
  },
});
