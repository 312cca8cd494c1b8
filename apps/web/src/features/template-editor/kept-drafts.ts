import { newId } from '@earworm/client';
import type { Change } from './changes.js';

/** What was typed and is not known to be saved, so that a closed tab or a dead battery loses nothing. */
export interface KeptDraft {
  readonly basedOn: number;
  readonly saveId: string;
  readonly change: Change;
}

/** What an editor has left that is open no more. */
export interface LeftDraft {
  readonly key: string;
  readonly kept: KeptDraft;
}

export interface DraftKeeper {
  /** The newest first. */
  readonly left: readonly LeftDraft[];
  /** Keeps it in the place of what this editor kept before; false when it could not be kept. */
  write(kept: KeptDraft | null): boolean;
  /** What was left is part of what this editor keeps, or is wanted no more. */
  forget(left: LeftDraft): void;
  /** From now on what this editor has kept is what it has left. */
  close(): void;
}

interface Entry extends KeptDraft {
  /** ms since the epoch; an older release did not say. */
  readonly keptAt?: number;
}

const prefixOf = (templateId: string) => `earworm.template-draft.${templateId}`;
/** An open editor of another tab answers at once; one that is frozen is told of the other version when it saves. */
const ANSWER_WITHIN_MS = 150;

/**
 * Keeps the drafts of one template in this browser's storage, each editor in a place of its own: two tabs keep both.
 * Where storage is full or switched off, the open page is all that keeps a draft.
 */
export async function keeperFor(templateId: string): Promise<DraftKeeper> {
  const own = `${prefixOf(templateId)}.${newId()}`;
  const open = await keysOfOthers(templateId);
  const left = kept(templateId).filter(({ key }) => !open.has(key));
  const answering = answer(templateId, own);
  return {
    left,
    write: (draft) =>
      stored((storage) => {
        if (draft) storage.setItem(own, JSON.stringify({ ...draft, keptAt: Date.now() } satisfies Entry));
        else storage.removeItem(own);
      }),
    forget: ({ key }) => void stored((storage) => storage.removeItem(key)),
    close: () => answering?.close(),
  };
}

function kept(templateId: string): LeftDraft[] {
  const found: { key: string; kept: Entry }[] = [];
  stored((storage) => {
    const prefix = prefixOf(templateId);
    for (const key of Object.keys(storage)) {
      // Without an editor's own part it was kept by an older release.
      if (key !== prefix && !key.startsWith(`${prefix}.`)) continue;
      found.push({ key, kept: JSON.parse(storage.getItem(key) ?? '') as Entry });
    }
  });
  return found.sort((a, b) => (b.kept.keptAt ?? 0) - (a.kept.keptAt ?? 0));
}

/** Where the editors keep theirs that are open now in other tabs. */
async function keysOfOthers(templateId: string): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  const channel = channelOf(templateId);
  if (channel === null) return keys;
  channel.addEventListener('message', ({ data }: MessageEvent<string | null>) => void (data && keys.add(data)));
  channel.postMessage(null);
  await new Promise((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS));
  channel.close();
  return keys;
}

/** Answers where this editor keeps its draft. */
function answer(templateId: string, own: string): BroadcastChannel | null {
  const channel = channelOf(templateId);
  channel?.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
    if (data === null) channel.postMessage(own);
  });
  return channel;
}

const channelOf = (templateId: string): BroadcastChannel | null =>
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(prefixOf(templateId));

function stored(act: (storage: Storage) => void): boolean {
  try {
    act(localStorage);
    return true;
  } catch {
    return false;
  }
}
