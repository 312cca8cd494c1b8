import type { Draft } from './draft.js';

/** Undo steps; the oldest are dropped. */
const STEPS = 200;
/** Typing in one field is one step while pauses are shorter than this. */
const PAUSE_MS = 1_500;

export interface Timeline {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
  readonly mark: string | null;
  readonly at: number;
}

export const begin = (present: Draft): Timeline => ({ past: [], present, future: [], mark: null, at: 0 });

/** `mark` names the field that is being typed in; null for a separate step. */
export function step(timeline: Timeline, next: Draft, mark: string | null, now: number): Timeline {
  if (next === timeline.present) return timeline;
  const goesOn = mark !== null && mark === timeline.mark && now - timeline.at < PAUSE_MS;
  const past = goesOn ? timeline.past : [...timeline.past, timeline.present].slice(-STEPS);
  return { past, present: next, future: [], mark, at: now };
}

export function undo(timeline: Timeline): Timeline {
  const present = timeline.past.at(-1);
  if (present === undefined) return timeline;
  const future = [timeline.present, ...timeline.future];
  return { past: timeline.past.slice(0, -1), present, future, mark: null, at: 0 };
}

export function redo(timeline: Timeline): Timeline {
  const [present, ...future] = timeline.future;
  if (present === undefined) return timeline;
  return { past: [...timeline.past, timeline.present], present, future, mark: null, at: 0 };
}
