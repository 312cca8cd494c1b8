import type { AnyCommand } from '../commands.js';
import type { GameEvent } from '../events.js';
import type { OpenGame } from '../state.js';
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
  return [{ type: 'deskDisconnected', at, since: notBehind(game, at, since) }];
}

/** What was decided since then stands: the clock is not put back behind it. */
const notBehind = (game: OpenGame, at: number, since: number): number =>
  Math.min(at, Math.max(since, (game.status === 'playing' ? game.current?.runningSince : undefined) ?? at));

const reconnected = ({ game, at }: Turn): GameEvent[] =>
  game.status === 'playing' && game.deskDisconnected ? [{ type: 'deskReconnected', at }] : [];

/** Two desks may take it at once: the second one does not know of the first, and changes nothing. */
export const takeMusic = ({ game, at }: Turn, { deskId, from }: AnyCommand & { type: 'takeMusic' }): Decision =>
  game.musicDesk === deskId || game.musicDesk !== from ? NO_CHANGE : accepted({ type: 'musicDeskSet', at, deskId });

export const noteMusicDeskLost = (
  { game, at }: Turn,
  { deskId, since }: AnyCommand & { type: 'noteMusicDeskLost' },
): Decision =>
  game.musicDesk === deskId ? accepted({ type: 'musicDeskLost', at, since: notBehind(game, at, since) }) : NO_CHANGE;
