import type { DeskId } from '@earworm/rules';
import { removeStored, readStored, writeStored } from './stored.js';

const KEY = 'desk';
let own: DeskId | null = null;

/** Survives a reload, but not duplicating the tab: while the page is open, the tab's storage does not contain it. */
export function deskIdOfTab(): DeskId {
  if (own !== null) return own;
  own = (readStored<{ id: DeskId }>(KEY)?.id ?? Math.random().toString(36).slice(2).padEnd(10, '0')) as DeskId;
  removeStored(KEY);
  const id = own;
  addEventListener('pagehide', () => writeStored(KEY, { id }));
  addEventListener('pageshow', () => removeStored(KEY));
  return own;
}
