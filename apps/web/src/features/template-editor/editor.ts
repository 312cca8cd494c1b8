import { newId } from '@earworm/client';
import { RefusedError, type TemplateChange, type TemplateContent } from '@earworm/contracts';
import { createStore, type StoreApi } from 'zustand';
import {
  type Autosave,
  type AutosaveEvent,
  draftToKeep,
  openAutosave,
  reduce,
  saveDelay,
  unsavedChange,
} from './autosave.js';
import type { Draft } from './draft.js';
import type { DraftStore } from './stored-drafts.js';

export interface Editor extends Autosave {
  edit(next: (draft: Draft) => Draft, mark?: string): void;
  undo(): void;
  redo(): void;
  flush(): Promise<void>;
  settle(draft: Draft): Promise<void>;
  stop(): void;
}

export interface EditorDependencies {
  readonly save: (change: TemplateChange) => Promise<{ version: number }>;
  readonly load: () => Promise<TemplateContent>;
  readonly keeper: DraftStore;
}

const KEEP_AFTER_MS = 250;

/** Runs the effects of `autosave.ts`: timers, requests, storage. Never overwrites a version it has not seen. */
export function createEditor(content: TemplateContent, { save, load, keeper }: EditorDependencies): StoreApi<Editor> {
  let running: Promise<void> | null = null;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  return createStore<Editor>()((set, get) => {
    const dispatch = (event: AutosaveEvent) => set(reduce(get(), event));

    function keep(): void {
      clearTimeout(keepTimer);
      if (!keeper.write(draftToKeep(get(), newId()))) return;
      for (const draft of get().obsolete) keeper.forget(draft);
      dispatch({ type: 'kept' });
    }

    function scheduleSave(ms: number): void {
      clearTimeout(saveTimer);
      if (!stopped) saveTimer = setTimeout(() => void get().flush(), ms);
    }

    function change(event: AutosaveEvent): void {
      const { timeline } = get();
      dispatch(event);
      if (get().timeline === timeline) return;
      clearTimeout(keepTimer);
      keepTimer = setTimeout(keep, KEEP_AFTER_MS);
      // While offline the retry timer is running.
      if (get().state === 'waiting') scheduleSave(saveDelay(get(), Date.now()));
    }

    async function send(): Promise<void> {
      dispatch({ type: 'saveStarted', saveId: newId() });
      keep();
      const { attempt } = get();
      if (attempt === null) return;
      try {
        const { version } = await save(attempt.change);
        dispatch({ type: 'saved', version });
        keep();
        if (unsavedChange(get()) !== null) await send();
      } catch (error) {
        await handleFailure(error);
      }
    }

    async function handleFailure(error: unknown): Promise<void> {
      const { code, params } = error instanceof RefusedError ? error : new RefusedError('unavailable');
      const { retryMs } = get();
      dispatch({ type: 'failed', code, params });
      if (get().state === 'offline') return scheduleSave(retryMs);
      keep();
      if (code !== 'template-changed') return;
      try {
        dispatch({ type: 'newerVersionLoaded', content: await load(), conflictId: newId() });
      } catch {
        dispatch({ type: 'newerVersionUnavailable' });
        scheduleSave(retryMs);
      }
    }

    const autosave = openAutosave(content, keeper.left, newId());
    if (autosave.attempt !== null) scheduleSave(0);

    return {
      ...autosave,
      edit(next, mark) {
        change({ type: 'edited', draft: next(get().timeline.present), mark: mark ?? null, now: Date.now() });
      },
      undo: () => change({ type: 'undone', now: Date.now() }),
      redo: () => change({ type: 'redone', now: Date.now() }),
      flush() {
        clearTimeout(saveTimer);
        if (get().conflict !== null) return Promise.resolve();
        running ??= send().finally(() => (running = null));
        return running;
      },
      settle(draft) {
        if (get().conflict === null) return Promise.resolve();
        dispatch({ type: 'settled', draft, now: Date.now(), conflictId: newId() });
        keep();
        return get().flush();
      },
      stop() {
        stopped = true;
        clearTimeout(saveTimer);
        keep();
        keeper.close();
        if (get().state !== 'saved') void get().flush();
      },
    };
  });
}
