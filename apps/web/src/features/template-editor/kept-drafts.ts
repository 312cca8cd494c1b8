import type { Change } from './changes.js';

/** What was typed and is not known to be saved, so that a closed tab or a dead battery loses nothing. */
export interface KeptDraft {
  readonly basedOn: number;
  readonly saveId: string;
  readonly change: Change;
}

export interface DraftKeeper {
  read(): KeptDraft | null;
  write(kept: KeptDraft | null): void;
}

/** In this browser's storage; where that is full or switched off, the open page is all that keeps a draft. */
export function keeperFor(templateId: string): DraftKeeper {
  const key = `earworm.template-draft.${templateId}`;
  return {
    read() {
      try {
        const text = localStorage.getItem(key);
        return text ? (JSON.parse(text) as KeptDraft) : null;
      } catch {
        return null;
      }
    },
    write(kept) {
      try {
        if (kept) localStorage.setItem(key, JSON.stringify(kept));
        else localStorage.removeItem(key);
      } catch {
        // Nothing is kept.
      }
    },
  };
}
