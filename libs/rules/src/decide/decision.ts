import type { Context } from '../commands.js';
import type { GameEvent } from '../events.js';
import type { Rejection, RejectionCode } from '../rejections.js';
import type { OpenGame } from '../state.js';

/** What a command leads to. Accepted without events: it was right, and nothing had to change. */
export type Decision =
  { readonly ok: true; readonly events: readonly GameEvent[] } | { readonly ok: false; readonly rejection: Rejection };

export const accepted = (...events: readonly GameEvent[]): Decision => ({ ok: true, events });

export const NO_CHANGE: Decision = accepted();

export const rejected = (code: RejectionCode, params?: Rejection['params']): Decision => ({
  ok: false,
  rejection: params === undefined ? { code } : { code, params },
});

/** What a decision about a game that is not over goes by. */
export interface Turn {
  readonly game: OpenGame;
  /** Time of the events to come: now, but never before the game's last event. */
  readonly at: number;
  readonly ctx: Context;
}
