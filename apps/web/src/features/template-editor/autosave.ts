import type { ErrorCode, Params, TemplateChange, TemplateContent } from '@earworm/contracts';
import { applyChange, changeBetween, type Change } from './changes.js';
import { type Draft, draftOf } from './draft.js';
import type { StoredDraft, LeftDraft } from './stored-drafts.js';
import { begin, redo, step, type Timeline, undo } from './timeline.js';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused';

export interface Conflict {
  readonly id: string;
  /** With the version in the library, or with a draft that another tab left unsaved in this browser. */
  readonly with: 'library' | 'left';
  /** The common ancestor; null when this page does not know it. */
  readonly base: Draft | null;
  readonly theirs: Draft;
  /** The library's version that a resolution is saved on. */
  readonly version: number;
}

interface VersionedDraft<D extends Draft | null = Draft> {
  readonly version: number;
  readonly draft: D;
}

export interface Autosave {
  readonly timeline: Timeline;
  readonly state: SaveState;
  readonly conflict: Conflict | null;
  readonly refusal: { readonly code: ErrorCode; readonly params: Params } | null;
  readonly opened: VersionedDraft;
  /** What unsaved changes are counted from; null: its content is unknown. */
  readonly base: VersionedDraft<Draft | null>;
  /** Sent and unanswered. It is sent again unchanged, so that a lost answer does not cause a conflict. */
  readonly attempt: { readonly change: TemplateChange; readonly draft: Draft } | null;
  readonly waitingSince: number | null;
  readonly retryMs: number;
  /** Drafts of closed tabs that were not compared yet. */
  readonly left: readonly LeftDraft[];
  readonly comparing: LeftDraft | null;
  /** Contained in this draft or no longer wanted: deleted once this draft is kept. */
  readonly obsolete: readonly LeftDraft[];
}

/** Times are ms since the epoch. */
export type AutosaveEvent =
  /** `mark` names the field that is being typed in; null for a separate step. */
  | { readonly type: 'edited'; readonly draft: Draft; readonly mark: string | null; readonly now: number }
  | { readonly type: 'undone' | 'redone'; readonly now: number }
  | { readonly type: 'saveStarted'; readonly saveId: string }
  | { readonly type: 'saved'; readonly version: number }
  | { readonly type: 'failed'; readonly code: ErrorCode; readonly params: Params }
  | { readonly type: 'newerVersionLoaded'; readonly content: TemplateContent; readonly conflictId: string }
  | { readonly type: 'newerVersionUnavailable' }
  | { readonly type: 'settled'; readonly draft: Draft; readonly now: number; readonly conflictId: string }
  | { readonly type: 'kept' };

const SAVE_AFTER_MS = 800;
const SAVE_AT_LEAST_MS = 5_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;
/** The connection failed, not the save. */
const TEMPORARY: readonly ErrorCode[] = [
  'unavailable',
  'retry',
  'busy',
  'internal',
  'unauthenticated',
  'token-expired',
];

const EMPTY: Draft = { facts: { title: '', description: '', language: null, tags: [] }, categories: [] };

/** `left`: drafts of closed tabs, newest first. The editor continues with the newest one. */
export function openAutosave(content: TemplateContent, left: readonly LeftDraft[], conflictId: string): Autosave {
  const opened = { version: content.version, draft: draftOf(content) };
  const [newest, ...others] = left;
  const fresh: Autosave = {
    timeline: begin(opened.draft),
    state: 'saved',
    conflict: null,
    refusal: null,
    opened,
    base: opened,
    attempt: null,
    waitingSince: null,
    retryMs: FIRST_RETRY_MS,
    left: others,
    comparing: null,
    obsolete: [],
  };
  if (newest === undefined) return fresh;
  const { saveId, basedOn, change } = newest.stored;
  const draft = applyChange(opened.draft, change);
  const resumed: Autosave = {
    ...fresh,
    timeline: begin(draft),
    state: 'waiting',
    attempt: { change: { saveId, basedOn, ...change }, draft },
    base: basedOn === opened.version ? opened : { version: basedOn, draft: null },
    obsolete: [newest],
  };
  return compareNextLeft(resumed, conflictId);
}

export const unsavedChange = ({ base, timeline }: Autosave): Change | null =>
  changeBetween(base.draft ?? EMPTY, timeline.present);

/** What the browser's storage should hold. */
export function draftToKeep(autosave: Autosave, newSaveId: string): StoredDraft | null {
  const { attempt, base, timeline } = autosave;
  const change = unsavedChange(autosave);
  if (change === null) return null;
  if (attempt?.draft !== timeline.present) return { basedOn: base.version, saveId: newSaveId, change };
  const { basedOn, saveId } = attempt.change;
  return { basedOn, saveId, change };
}

/** ms: after a pause in typing, and at least every five seconds. */
export const saveDelay = ({ waitingSince }: Autosave, now: number): number =>
  Math.min(SAVE_AFTER_MS, Math.max(0, (waitingSince ?? now) + SAVE_AT_LEAST_MS - now));

export function reduce(autosave: Autosave, event: AutosaveEvent): Autosave {
  const { timeline } = autosave;
  switch (event.type) {
    case 'edited':
      return withTimeline(autosave, step(timeline, event.draft, event.mark, event.now), event.now);
    case 'undone':
      return withTimeline(autosave, undo(timeline), event.now);
    case 'redone':
      return withTimeline(autosave, redo(timeline), event.now);
    case 'saveStarted':
      return startSave(autosave, event.saveId);
    case 'saved': {
      const draft = autosave.attempt?.draft ?? timeline.present;
      const base = { version: event.version, draft };
      return { ...autosave, base, attempt: null, retryMs: FIRST_RETRY_MS, state: 'saved' };
    }
    case 'failed': {
      const { code, params } = event;
      if (TEMPORARY.includes(code)) {
        return { ...autosave, state: 'offline', retryMs: Math.min(autosave.retryMs * 2, MAX_RETRY_MS) };
      }
      const unsent = { ...autosave, attempt: null };
      return code === 'template-changed' ? unsent : { ...unsent, state: 'refused', refusal: { code, params } };
    }
    case 'newerVersionLoaded': {
      const { content, conflictId: id } = event;
      const theirs = draftOf(content);
      const conflict: Conflict = { id, with: 'library', base: autosave.base.draft, theirs, version: content.version };
      return { ...autosave, state: 'conflict', conflict };
    }
    case 'newerVersionUnavailable':
      return { ...autosave, state: 'offline' };
    case 'settled':
      return settle(autosave, event.draft, event.now, event.conflictId);
    case 'kept':
      return autosave.obsolete.length === 0 ? autosave : { ...autosave, obsolete: [] };
    default:
      return event satisfies never;
  }
}

function withTimeline(autosave: Autosave, timeline: Timeline, now: number): Autosave {
  if (timeline === autosave.timeline) return autosave;
  const edited: Autosave = { ...autosave, timeline, refusal: null };
  if (edited.conflict !== null) return edited;
  const state = edited.state === 'offline' ? 'offline' : 'waiting';
  return { ...edited, state, waitingSince: edited.waitingSince ?? now };
}

function startSave(autosave: Autosave, saveId: string): Autosave {
  let { attempt } = autosave;
  if (attempt === null) {
    const change = unsavedChange(autosave);
    if (change === null) return { ...autosave, state: 'saved' };
    attempt = { change: { saveId, basedOn: autosave.base.version, ...change }, draft: autosave.timeline.present };
  }
  return { ...autosave, attempt, state: 'saving', waitingSince: null };
}

function settle(autosave: Autosave, draft: Draft, now: number, conflictId: string): Autosave {
  const { conflict } = autosave;
  if (conflict === null) return autosave;
  const timeline = step(autosave.timeline, draft, null, now);
  const settled: Autosave = { ...autosave, timeline, conflict: null, state: 'waiting' };
  return conflict.with === 'library'
    ? { ...settled, base: { version: conflict.version, draft: conflict.theirs } }
    : compareNextLeft(settled, conflictId);
}

/** Skips drafts with nothing new. */
function compareNextLeft(autosave: Autosave, conflictId: string): Autosave {
  const { comparing, opened, timeline } = autosave;
  const obsolete = comparing ? [...autosave.obsolete, comparing] : [...autosave.obsolete];
  for (const [index, next] of autosave.left.entries()) {
    const { basedOn, change } = next.stored;
    const theirs = applyChange(opened.draft, change);
    if ([timeline.present, opened.draft].some((each) => changeBetween(each, theirs) === null)) {
      obsolete.push(next);
      continue;
    }
    const base = basedOn === opened.version ? opened.draft : null;
    return {
      ...autosave,
      obsolete,
      left: autosave.left.slice(index + 1),
      comparing: next,
      state: 'conflict',
      conflict: { id: conflictId, with: 'left', base, theirs, version: opened.version },
    };
  }
  return { ...autosave, obsolete, left: [], comparing: null };
}
