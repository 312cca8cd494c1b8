import type { AnyCommand } from '../commands.js';
import type { GameEvent } from '../events.js';
import { accepted, NO_CHANGE, type Decision, type Turn } from './decision.js';

export const leaveAsModerator = (turn: Turn): Decision => moderatorLeaves(turn, false);

/** The server's own: the moderator has been out of sight for too long. */
export const noteAbsence = (turn: Turn): Decision => moderatorLeaves(turn, true);

const moderatorLeaves = (turn: Turn, absent: boolean): Decision =>
  turn.game.moderatorLeft
    ? NO_CHANGE
    : accepted(...disconnected(turn, turn.at), { type: 'moderatorLeft', at: turn.at, absent });

export const rejoinAsModerator = (turn: Turn): Decision =>
  turn.game.moderatorLeft ? accepted(...reconnected(turn), { type: 'moderatorRejoined', at: turn.at }) : NO_CHANGE;

export const noteDeskDisconnected = (turn: Turn, { since }: AnyCommand & { type: 'noteDeskDisconnected' }): Decision =>
  accepted(...disconnected(turn, since));

/** A moderator who left the desk is back when they say so: the socket of the page they left may be open for a moment yet. */
export const noteDeskReconnected = (turn: Turn): Decision =>
  turn.game.moderatorLeft ? NO_CHANGE : accepted(...reconnected(turn));

function disconnected({ game, at }: Turn, since: number): GameEvent[] {
  if (game.status !== 'playing' || game.deskDisconnected) return [];
  // What was decided since then stands: the clock is not put back behind it.
  const earliest = game.current?.runningSince ?? at;
  return [{ type: 'deskDisconnected', at, since: Math.min(at, Math.max(since, earliest)) }];
}

const reconnected = ({ game, at }: Turn): GameEvent[] =>
  game.status === 'playing' && game.deskDisconnected ? [{ type: 'deskReconnected', at }] : [];
