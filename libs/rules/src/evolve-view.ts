import type { ViewEvolution } from './definition.js';
import type { UserId } from './ids.js';
import { VIEWS } from './slice-views.js';
import type { LastAction } from './state.js';
import type { SeenViewEvent, ViewEvent } from './view-events.js';
import { withShownMembers } from './teams.js';
import type { GameView, OwnSeat } from './views.js';
import { rankAmong } from './views/leaders.js';

const EVOLUTIONS: Readonly<Record<string, ViewEvolution<never> | undefined>> = VIEWS;

/**
 * The view after an event of the same kind: for every event, what `viewOf` makes of the state after it. Never throws;
 * what does not fit changes nothing.
 */
export function evolveView(view: GameView, event: ViewEvent): GameView {
  if (event.type === undefined) return view;
  const evolved = EVOLUTIONS[event.type]?.evolveView(view, event as never) ?? view;
  const next = event.teamMembers === undefined ? evolved : withShownMembers(evolved, event.teamMembers);
  return { ...next, lastAction: actionOf(event, view.moderatorId) };
}

/** The last action by an event; `by` is null for what the server noticed itself. */
export function actionOf(
  event: {
    readonly type: string;
    readonly at: number;
    readonly playerId?: UserId | null;
    readonly to?: UserId;
    readonly absent?: boolean;
  },
  moderatorId: UserId,
): LastAction {
  const { type, at } = event;
  const by = EVOLUTIONS[type]?.by;
  if (by === 'server' || event.absent === true) return { type, at, by: null };
  const byPlayer = by === 'moderator' ? undefined : (event.playerId ?? event.to);
  return { type, at, by: byPlayer ?? moderatorId };
}

/**
 * A player's own seat after an event: what `seatOf` makes of the state after it, except `rank`. A rank depends on
 * all scores, which a player is not sent: it is read off the leaders of `viewAfter` unless the player is behind all
 * of them, and then stays what it last was. Never throws.
 */
export function evolveSeat(
  seat: OwnSeat | null,
  event: ViewEvent,
  userId: UserId,
  viewAfter?: GameView,
): OwnSeat | null {
  if (event.type === undefined) return seat;
  const next = seatAfter(seat, event, userId, viewAfter);
  if (next === null || viewAfter === undefined) return next;
  const rank = rankInView(viewAfter, next);
  return rank === next.rank ? next : { ...next, rank };
}

function seatAfter(seat: OwnSeat | null, event: SeenViewEvent, userId: UserId, viewAfter?: GameView): OwnSeat | null {
  const evolution = EVOLUTIONS[event.type];
  if (seat === null) return evolution?.takeSeat?.(event as never, userId, viewAfter) ?? null;
  return evolution?.evolveSeat === undefined ? seat : evolution.evolveSeat(seat, event as never, userId, viewAfter);
}

/** Rank from 1. Behind all leaders shown it is what it last was. */
export function rankInView({ leaders }: Pick<GameView, 'leaders'>, { score, rank }: OwnSeat): number {
  const last = leaders.at(-1);
  return last === undefined || score < last.score ? rank : rankAmong(leaders, score);
}
