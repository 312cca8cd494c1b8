import type { HiddenEvent, SeenOf } from './definition.js';
import type { GameEvent } from './events.js';
import { EVENTS } from './slices.js';
import type { Game, GameState } from './state.js';
import type { ViewKind } from './views.js';

/** An event as one kind of view gets it: what is needed to go on from the view before, and no secret. */
export type SeenViewEvent = SeenOf<(typeof EVENTS)[keyof typeof EVENTS]>;
export type ViewEvent = HiddenEvent | SeenViewEvent;

interface Definition {
  readonly isPerKind?: boolean;
  readonly view?: (v: number, event: never, after: Game, before: Game, kind: ViewKind) => ViewEvent;
}
const DEFINITIONS: Readonly<Record<GameEvent['type'], Definition>> = EVENTS;

/** True when every kind of view gets the very same of this event, as of nearly all: then it is made once. */
export const isSameForAllKinds = (event: GameEvent): boolean => DEFINITIONS[event.type].isPerKind !== true;

/**
 * An event as one kind of view gets it; `version` is the one that it made. Given `before` and `after`, so that a view
 * can go on without knowing what it may not: who moves up in the queue, what an answered question was.
 */
export function viewEventOf(
  before: GameState,
  event: GameEvent,
  after: Game,
  kind: ViewKind,
  version: number,
): ViewEvent {
  // There is no view of the game before it was created.
  if (before.status === 'none') return { v: version };
  const { view } = DEFINITIONS[event.type];
  if (view === undefined) return { v: version, ...event } as ViewEvent;
  return view(version, event as never, after, before, kind);
}
