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
import type { DraftKeeper } from './kept-drafts.js';
import { begin, redo, step, type Timeline, undo } from './timeline.js';

export type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'conflict' | 'refused';

export interface Conflict {
  /** What both began from; null when this page does not know it any more. */
  readonly base: Draft | null;
  readonly theirs: Draft;
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

  const store = createStore<Editor>()((set, get) => {
    const unsaved = (): Change | null => changeBetween(base.draft ?? { facts: emptyFacts, categories: [] }, present());
    const present = () => get().timeline.present;

    function keep(): void {
      clearTimeout(keepTimer);
      const change = unsaved();
      if (change === null) return terms.keeper.write(null);
      const sent = attempt !== null && attempt.draft === present() ? attempt.change : null;
      terms.keeper.write(
        sent === null
          ? { basedOn: base.version, saveId: newId(), change }
          : { basedOn: sent.basedOn, saveId: sent.saveId, change },
      );
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
          terms.keeper.write(null);
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
        set({ state: 'conflict', conflict: { base: base.draft, theirs: draftOf(theirs), version: theirs.version } });
      } catch {
        set({ state: 'offline' });
        later(retryMs);
      }
    }

    const kept = terms.keeper.read();
    if (kept !== null) {
      attempt = {
        change: { saveId: kept.saveId, basedOn: kept.basedOn, ...kept.change },
        draft: applyChange(draftOf(content), kept.change),
      };
      // Without the version that it was made on, nobody knows who changed what.
      if (kept.basedOn !== content.version) base = { version: kept.basedOn, draft: null };
      later(0);
    }

    return {
      timeline: begin(attempt?.draft ?? draftOf(content)),
      state: kept === null ? 'saved' : 'waiting',
      conflict: null,
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
        base = { version: conflict.version, draft: conflict.theirs };
        set({ conflict: null, timeline: step(timeline, draft, null, Date.now()), state: 'waiting' });
        return get().flush();
      },
      stop() {
        stopped = true;
        clearTimeout(saveTimer);
        keep();
        // A page that is left saves once more.
        if (get().state !== 'saved') void get().flush();
      },
    };
  });
  return store;
}

const emptyFacts = { title: '', description: '', language: null, tags: [] };
