import { newId } from '@earworm/client';
import type { Change } from './changes.js';

/** Unsaved input, so that a closed tab loses nothing. */
export interface StoredDraft {
  readonly basedOn: number;
  readonly saveId: string;
  readonly change: Change;
}

/** Of an editor that was closed. */
export interface LeftDraft {
  readonly key: string;
  readonly stored: StoredDraft;
}

export interface DraftStore {
  readonly left: readonly LeftDraft[];
  /** Replaces what this editor kept before; false when it could not be kept. */
  write(stored: StoredDraft | null): boolean;
  forget(left: LeftDraft): void;
  /** What this editor has kept becomes a left draft. */
  close(): void;
}

interface Entry extends StoredDraft {
  /** ms since the epoch; absent in drafts of earlier releases. */
  readonly keptAt?: number;
}

const prefixOf = (templateId: string) => `earworm.template-draft.${templateId}`;
/** A frozen tab may miss it; it gets a conflict when it saves. */
const ANSWER_WITHIN_MS = 150;

/**
 * Each editor has a key of its own, so that two tabs keep both drafts. Without storage only the open page has the
 * draft.
 */
export async function draftStoreFor(templateId: string): Promise<DraftStore> {
  const own = `${prefixOf(templateId)}.${newId()}`;
  const open = await keysOfOthers(templateId);
  const left = storedDrafts(templateId).filter(({ key }) => !open.has(key));
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

function storedDrafts(templateId: string): LeftDraft[] {
  const found: { key: string; stored: Entry }[] = [];
  stored((storage) => {
    const prefix = prefixOf(templateId);
    for (const key of Object.keys(storage)) {
      // Keys of earlier releases have no suffix.
      if (key !== prefix && !key.startsWith(`${prefix}.`)) continue;
      found.push({ key, stored: JSON.parse(storage.getItem(key) ?? '') as Entry });
    }
  });
  return found.sort((a, b) => (b.stored.keptAt ?? 0) - (a.stored.keptAt ?? 0));
}

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

/** Tells other tabs which key belongs to an open editor. */
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
