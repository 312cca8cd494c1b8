import { expect } from '@jest/globals';
import { evolve } from '../evolve.js';
import { evolveSeat, evolveView } from '../evolve-view.js';
import type { GameEvent } from '../events.js';
import { NO_GAME, type Game, type GameState } from '../state.js';
import { viewEventOf } from '../view-events.js';
import { VIEW_KINDS, type OwnSeat } from '../views.js';
import { seatOf, viewOf } from '../views/view-of.js';
import type { Played } from './given-when-then.js';

/** Every event of a story with the game before and after it. */
export function eachEvent(log: readonly GameEvent[], look: (before: Game, event: GameEvent, after: Game) => void) {
  let before: GameState = NO_GAME;
  for (const event of log) {
    const after = evolve(before, event);
    if (before.status !== 'none' && after.status !== 'none') look(before, event, after);
    before = after;
  }
}

/** Every kind of view after each event is what the state after it shows. */
export function expectViewsToFollow(log: readonly GameEvent[]) {
  for (const kind of VIEW_KINDS) {
    eachEvent(log, (before, event, after) => {
      const evolved = evolveView(viewOf(before, kind), viewEventOf(before, event, after, kind, after.version));
      same(evolved, viewOf(after, kind));
    });
  }
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
/** Jest's comparison is slow, so it is only used to print a difference. */
export const same = (got: unknown, wanted: unknown) => {
  if (JSON.stringify(got) === JSON.stringify(wanted)) return;
  if (canonical(got) !== canonical(wanted)) expect(got).toStrictEqual(wanted);
};

/** Every kind of view and every seat, carried on by events, is what the state after each of them shows. */
export function expectAllToFollow({ log, state }: Played, noteType: (type: string) => void = () => {}) {
  const ids = (state as Game).players.map(({ id }) => id);
  for (const kind of VIEW_KINDS) {
    let view: ReturnType<typeof viewOf> | null = null;
    const seats = new Map(ids.map((id) => [id, null as OwnSeat | null]));
    eachEvent(log, (before, event, after) => {
      view ??= viewOf(before, kind);
      const sent = JSON.parse(JSON.stringify(viewEventOf(before, event, after, kind, after.version)));
      view = evolveView(view, sent);
      same(view, viewOf(after, kind));
      noteType(event.type);
      if (kind !== 'player') return;
      for (const [id, had] of seats) {
        const seat = evolveSeat(had, sent, id, view);
        const wanted = seatOf(after, id);
        seats.set(id, seat);
        same(seat && { ...seat, rank: 0 }, wanted && { ...wanted, rank: 0 });
      }
    });
  }
}
