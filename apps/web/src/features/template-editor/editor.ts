import { newId } from '@earworm/client';
import {
  type ErrorCode,
  type Params,
  RefusedError,
  type TemplateChange,
  type TemplateContent,
} from '@earworm/contracts';
import { createStore, type StoreApi } from 'zustand';
import { applyChange, changeBetween, type Change } from './changes.js';
import { type Draft, draftOf } from './draft.js';
import type { DraftKeeper, LeftDraft } from './kept-drafts.js';
import { begin, redo, step, type Timeline, undo } from './timeline.js';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused';

export interface Conflict {
  readonly id: string;
  /** The other version is what stands in the library, or what another tab has left unsaved in this browser. */
  readonly with: 'library' | 'left';
  /** What both began from; null when this page does not know it any more. */
  readonly base: Draft | null;
  readonly theirs: Draft;
  /** Of the library's, on which a choice is saved. */
  readonly version: number;
}

export interface Editor {
  readonly timeline: Timeline;
  readonly state: SaveState;
  readonly conflict: Conflict | null;
  readonly refusal: { readonly code: ErrorCode; readonly params: Params } | null;
  /** `mark` names the field that is typed in. */
  edit(next: (draft: Draft) => Draft, mark?: string): void;
  undo(): void;
  redo(): void;
  /** Saves now what is not saved; resolves when there is nothing to wait for. */
  flush(): Promise<void>;
  /** Ends a conflict: this draft is saved on top of what stands. */
  settle(draft: Draft): Promise<void>;
  stop(): void;
}

export interface EditorTerms {
  readonly save: (change: TemplateChange) => Promise<{ version: number }>;
  readonly load: () => Promise<TemplateContent>;
  readonly keeper: DraftKeeper;
}

const SAVE_AFTER_MS = 800;
/** Somebody who never stops typing is saved this often. */
const SAVE_AT_LEAST_MS = 5_000;
const KEEP_AFTER_MS = 250;
const RETRY_MS = { first: 2_000, most: 30_000 };
/** The way to the server failed, not the save: it is tried again. */
const PASSING: readonly ErrorCode[] = ['unavailable', 'retry', 'busy', 'internal', 'unauthenticated', 'token-expired'];

/** Saves by itself, keeps what cannot be saved yet, and never overwrites what somebody else has saved meanwhile. */
export function createEditor(content: TemplateContent, terms: EditorTerms): StoreApi<Editor> {
  let base: { version: number; draft: Draft | null } = { version: content.version, draft: draftOf(content) };
  /** Sent and not answered: sent again as it was, so that a lost answer is no conflict. */
  let attempt: { change: TemplateChange; draft: Draft } | null = null;
  let running: Promise<void> | null = null;
  let waitingSince: number | null = null;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = RETRY_MS.first;
  let stopped = false;
  /** In this draft by now, and to be forgotten as soon as that is kept or saved. */
  const taken: LeftDraft[] = [];
  /** Still to be asked about; `asking`: the one that the conflict now is with. */
  const left = [...terms.keeper.left];
  let asking: LeftDraft | null = null;

  const store = createStore<Editor>()((set, get) => {
    const unsaved = (): Change | null => changeBetween(base.draft ?? { facts: emptyFacts, categories: [] }, present());
    const present = () => get().timeline.present;

    function keep(): void {
      clearTimeout(keepTimer);
      const change = unsaved();
      const sent = attempt !== null && attempt.draft === present() ? attempt.change : null;
      const { basedOn, saveId } = sent ?? { basedOn: base.version, saveId: newId() };
      if (!terms.keeper.write(change && { basedOn, saveId, change })) return;
      for (const draft of taken.splice(0)) terms.keeper.forget(draft);
    }

    /** What another tab has left and neither this draft nor the library has is shown beside this one. */
    function nextLeft(mine: Draft): Conflict | null {
      if (asking) taken.push(asking);
      for (asking = left.shift() ?? null; asking !== null; asking = left.shift() ?? null) {
        const { basedOn, change } = asking.kept;
        const { version } = content;
        const library = draftOf(content);
        const theirs = applyChange(library, change);
        const isNews = [mine, library].every((known) => changeBetween(known, theirs) !== null);
        if (isNews) return { id: newId(), with: 'left', base: basedOn === version ? library : null, theirs, version };
        taken.push(asking);
      }
      return null;
    }

    function later(ms: number): void {
      clearTimeout(saveTimer);
      if (!stopped) saveTimer = setTimeout(() => void get().flush(), ms);
    }

    function touched(timeline: Timeline): void {
      if (timeline === get().timeline) return;
      set({ timeline, refusal: null });
      clearTimeout(keepTimer);
      keepTimer = setTimeout(keep, KEEP_AFTER_MS);
      if (get().conflict !== null) return;
      set({ state: get().state === 'offline' ? 'offline' : 'waiting' });
      waitingSince ??= Date.now();
      if (get().state !== 'offline') {
        later(Math.min(SAVE_AFTER_MS, Math.max(0, waitingSince + SAVE_AT_LEAST_MS - Date.now())));
      }
    }

    async function send(): Promise<void> {
      if (attempt === null) {
        const change = unsaved();
        if (change === null) {
          keep();
          return set({ state: 'saved' });
        }
        attempt = { change: { saveId: newId(), basedOn: base.version, ...change }, draft: present() };
        keep();
      }
      set({ state: 'saving' });
      const { change, draft } = attempt;
      waitingSince = null;
      try {
        const { version } = await terms.save(change);
        base = { version, draft };
        attempt = null;
        retryMs = RETRY_MS.first;
        keep();
        set({ state: 'saved' });
        if (unsaved() !== null) await send();
      } catch (error) {
        await failed(error);
      }
    }

    async function failed(error: unknown): Promise<void> {
      const { code, params } = error instanceof RefusedError ? error : new RefusedError('unavailable');
      if (PASSING.includes(code)) {
        set({ state: 'offline' });
        later(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MS.most);
        return;
      }
      attempt = null;
      keep();
      if (code !== 'template-changed') return set({ state: 'refused', refusal: { code, params } });
      try {
        const theirs = await terms.load();
        const { version } = theirs;
        const conflict = { id: newId(), with: 'library', base: base.draft, theirs: draftOf(theirs), version } as const;
        set({ state: 'conflict', conflict });
      } catch {
        set({ state: 'offline' });
        later(retryMs);
      }
    }

    const newest = left.shift();
    if (newest !== undefined) {
      const { kept } = newest;
      taken.push(newest);
      attempt = {
        change: { saveId: kept.saveId, basedOn: kept.basedOn, ...kept.change },
        draft: applyChange(draftOf(content), kept.change),
      };
      // Without the version that it was made on, nobody knows who changed what.
      if (kept.basedOn !== content.version) base = { version: kept.basedOn, draft: null };
      later(0);
    }
    const opened = attempt?.draft ?? draftOf(content);
    const asked = nextLeft(opened);

    return {
      timeline: begin(opened),
      state: asked ? 'conflict' : newest ? 'waiting' : 'saved',
      conflict: asked,
      refusal: null,
      edit: (next, mark) => {
        const { timeline } = get();
        touched(step(timeline, next(timeline.present), mark ?? null, Date.now()));
      },
      undo: () => touched(undo(get().timeline)),
      redo: () => touched(redo(get().timeline)),
      flush() {
        clearTimeout(saveTimer);
        if (get().conflict !== null) return Promise.resolve();
        running ??= send().finally(() => (running = null));
        return running;
      },
      settle(draft) {
        const { conflict, timeline } = get();
        if (conflict === null) return Promise.resolve();
        if (conflict.with === 'library') base = { version: conflict.version, draft: conflict.theirs };
        const next = conflict.with === 'left' ? nextLeft(draft) : null;
        const state = next ? 'conflict' : 'waiting';
        set({ conflict: next, timeline: step(timeline, draft, null, Date.now()), state });
        keep();
        return get().flush();
      },
      stop() {
        stopped = true;
        clearTimeout(saveTimer);
        keep();
        terms.keeper.close();
        // A page that is left saves once more.
        if (get().state !== 'saved') void get().flush();
      },
    };
  });
  return store;
}

const emptyFacts = { title: '', description: '', language: null, tags: [] };
