import type { UserId } from './ids.js';
import type { RejectionCode } from './rejections.js';
import { type Right, RIGHTS } from './constants.js';
import type { CrewMember, GameCommon } from './state.js';

/**
 * Who issues a command. A right: members of the crew who have it. `lead`: members with all rights. `crew`: every member, also
 * a suspended one. `staff`: operators of the event. Being an admin gives no right over a game.
 */
export type Issuer = 'anyone' | 'server' | 'staff' | 'owner' | 'lead' | 'crew' | Right;

/** What rights are computed from: a game or a view of one. */
export type WithCrew = Pick<GameCommon, 'moderatorId' | 'moderatorName' | 'moderatorLeft' | 'createdAt' | 'crew'>;

/** All members, the owner first. */
export const membersOf = ({ crew, moderatorId: id, moderatorName: name, createdAt: since }: WithCrew) =>
  crew ?? ([{ id, name, rights: RIGHTS, since, by: null }] satisfies readonly CrewMember[]);

export function memberOf(game: WithCrew, userId: UserId | null): CrewMember | null {
  if (game.crew === undefined && userId !== game.moderatorId) return null;
  return membersOf(game).find(({ id }) => id === userId) ?? null;
}

const isLead = ({ rights }: CrewMember): boolean => RIGHTS.every((right) => rights.includes(right));

/** A desk shows answers, so members who have one hold no active seat. Those with `people` alone may play. */
export const needsDesk = (rights: readonly Right[]): boolean => rights.includes('judge') || rights.includes('settings');

/** Whether this user gets the full view: members of the crew other than those with `people` alone, also suspended ones. */
export function hasDesk(game: WithCrew, userId: UserId | null): boolean {
  const member = memberOf(game, userId);
  return member !== null && needsDesk(member.rights);
}

/** Whether the member can run the game now; the game is without a moderator when there is none who can. */
export const canJudge = ({ rights, suspended, left }: CrewMember): boolean =>
  rights.includes('judge') && suspended === undefined && left === undefined;

/** The name of who judges, for the log, where several members can; empty for an owner who judges alone. */
export function judgeOf(game: WithCrew, userId: UserId): { readonly byName?: string } {
  const judges = membersOf(game).filter(({ rights }) => rights.includes('judge'));
  const judge = judges.find(({ id }) => id === userId);
  return judges.length > 1 && judge !== undefined ? { byName: judge.name } : {};
}

/** Whether a connection of this user counts as a desk. */
export function isJudge(game: WithCrew, userId: UserId): boolean {
  const member = memberOf(game, userId);
  return member !== null && canJudge(member);
}

export const hasRight = (game: WithCrew, userId: UserId | null, right: Right): boolean =>
  refusalOf(game, userId, right) === null;

/** Why this user may not issue such a command; null if they may. */
export function refusalOf(
  game: WithCrew,
  userId: UserId | null,
  issuer: Exclude<Issuer, 'anyone' | 'server' | 'staff'>,
): RejectionCode | null {
  const member = memberOf(game, userId);
  if (member === null) return 'not-moderator';
  if (issuer === 'crew') return null;
  if (member.suspended !== undefined) return 'taken-over';
  if (issuer === 'owner') return member.id === game.moderatorId ? null : 'right-missing';
  const isAllowed = issuer === 'lead' ? isLead(member) : member.rights.includes(issuer);
  return isAllowed ? null : 'right-missing';
}

/** A suspended lead may take the desk back without being asked to when the member who took it is gone. */
function mayTakeBack(game: WithCrew, { suspended }: CrewMember): boolean {
  const taker = memberOf(game, suspended?.by ?? null);
  return game.moderatorLeft || taker === null || !canJudge(taker);
}

/** Whether this user may take over, alone at the desk from then on. */
export function mayTakeOver(game: WithCrew, userId: UserId | null): boolean {
  const member = memberOf(game, userId);
  return member !== null && isLead(member) && (member.suspended === undefined || mayTakeBack(game, member));
}
