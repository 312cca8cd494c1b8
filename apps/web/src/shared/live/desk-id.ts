import type { DeskId } from '@earworm/rules';
import { forgetKept, readKept, writeKept } from './kept.js';

const KEY = 'desk';
let own: DeskId | null = null;

/** Survives a reload, but not duplicating the tab: while the page is open, the tab's storage does not contain it. */
export function deskIdOfTab(): DeskId {
  if (own !== null) return own;
  own = (readKept<{ id: DeskId }>(KEY)?.id ?? Math.random().toString(36).slice(2).padEnd(10, '0')) as DeskId;
  forgetKept(KEY);
  const id = own;
  addEventListener('pagehide', () => writeKept(KEY, { id }));
  addEventListener('pageshow', () => forgetKept(KEY));
  return own;
}
