import type { ClientState } from '@earworm/client';
import { readJsonOfTab, writeOfTab } from '../../platform/storage/local.js';
import { heard } from '../media/sounds.js';

/** After a release all pages are outdated in the same second: their reloads are spread over this time. */
const SPREAD_MS = 90_000;
const LOOK_EVERY_MS = 1_000;
const KEY = 'renewed-at';
/** A page that is still outdated after its reload is served by an older gateway; another reload would not help yet. */
const ONCE_PER_MS = 300_000;
/** What was typed in a field that is left waits so long for being sent or saved. */
const TYPED_MS = 60_000;

interface Typed {
  readonly field: HTMLInputElement;
  readonly at: number;
}

export interface RenewalDependencies {
  readonly states: () => readonly ClientState[];
  readonly reload: () => void;
  readonly random?: () => number;
}

/** Loads the page again, once, when the server has newer rules and the player would not notice. Returns a stop function. */
export function renewPage({ states, reload, random = Math.random }: RenewalDependencies): () => void {
  let dueAt: number | null = null;
  let typed: Typed | null = null;
  const onInput = ({ target }: Event) => void (typed = { field: target as HTMLInputElement, at: Date.now() });
  addEventListener('input', onInput);
  const timer = setInterval(() => {
    const all = states();
    if (!all.some(({ isOutdated }) => isOutdated)) return void (dueAt = null);
    const now = Date.now();
    dueAt ??= now + random() * SPREAD_MS;
    if (now < dueAt || !all.every(isCalm) || isPageInUse(typed) || !navigator.onLine) return;
    if (now - (readJsonOfTab<number>(KEY) ?? 0) < ONCE_PER_MS) return;
    writeOfTab(KEY, String(now));
    // Without storage reloads cannot be counted, so there are none.
    if (readJsonOfTab<number>(KEY) !== now) return;
    stop();
    reload();
  }, LOOK_EVERY_MS);
  const stop = () => {
    clearInterval(timer);
    removeEventListener('input', onInput);
  };
  return stop;
}

/** Between questions: nobody is about to buzz or to judge, and no song is playing. */
const isCalm = ({ connection, pending, view }: ClientState): boolean =>
  connection === 'online' && pending.length === 0 && view !== null && view.current === null;

/** A dialog is open, something is typed, or something can be heard. */
function isPageInUse(typed: Typed | null): boolean {
  if (document.querySelector('[role$="dialog"], input:focus, textarea:focus') !== null || heard.size > 0) return true;
  return typed !== null && Date.now() - typed.at < TYPED_MS && typed.field.isConnected && typed.field.value !== '';
}
