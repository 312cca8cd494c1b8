import type { HiddenEvent, SeenOf } from './definition.js';
import type { GameEvent } from './events.js';
import { reviewed } from './reviewed.js';
import { EVENTS } from './slices.js';
import type { Game, GameState } from './state.js';
import { shownMembersChanged } from './teams.js';
import type { ShownMembers, ViewKind } from './views.js';

/** An event as sent to one kind of view: what is needed to update that view, without secrets. */
export type SeenViewEvent = SeenOf<(typeof EVENTS)[keyof typeof EVENTS]> & {
  /** Of teams whose members views have otherwise from now on; absent if there are none. */
  readonly teamMembers?: readonly ShownMembers[];
};
export type ViewEvent = HiddenEvent | SeenViewEvent;

interface Definition {
  readonly isPerKind?: boolean;
  readonly view?: (v: number, event: never, after: Game, before: Game, kind: ViewKind) => ViewEvent;
}
const DEFINITIONS: Readonly<Record<GameEvent['type'], Definition>> = EVENTS;

/**
 * True if all kinds of view get the same event, as for nearly all events of a game in which no name waits for a review. It then
 * has to be encoded only once.
 */
export const isSameForAllKinds = (before: GameState, event: GameEvent, after: Game): boolean =>
  DEFINITIONS[event.type].isPerKind !== true &&
  after.unreviewed === undefined &&
  (before.status === 'none' || before.unreviewed === undefined);

/**
 * An event as sent to one kind of view. `before` and `after` provide what the view cannot work out itself, such as who
 * moves up in the queue, or the answer of a question once it is answered.
 * @param version version of the game after the event
 */
export function viewEventOf(
  before: GameState,
  event: GameEvent,
  after: Game,
  kind: ViewKind,
  version: number,
): ViewEvent {
  // No client can have a view of the game before it is created.
  if (before.status === 'none') return { v: version };
  const { view } = DEFINITIONS[event.type];
  const [seen, seenBefore] = [reviewed(after, kind), reviewed(before, kind)];
  const told =
    view === undefined
      ? ({ v: version, ...event } as ViewEvent)
      : view(version, event as never, seen, seenBefore, kind);
  const teamMembers = shownMembersChanged(seenBefore, seen);
  return teamMembers.length === 0 || told.type === undefined ? told : { ...told, teamMembers };
}
