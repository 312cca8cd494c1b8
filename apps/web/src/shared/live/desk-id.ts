import type { DeskId } from '@earworm/rules';
import { forgetKept, readKept, writeKept } from './kept.js';

const KEY = 'desk';
let own: DeskId | null = null;

/**
 * The id of this tab's desk. It lives through a reload, but not in a tab that was duplicated: while the page is open, the
 * tab's storage does not hold it.
 */
export function deskIdOfTab(): DeskId {
  if (own !== null) return own;
  own = (readKept<{ id: DeskId }>(KEY)?.id ?? Math.random().toString(36).slice(2).padEnd(10, '0')) as DeskId;
  forgetKept(KEY);
  const id = own;
  addEventListener('pagehide', () => writeKept(KEY, { id }));
  addEventListener('pageshow', () => forgetKept(KEY));
  return own;
}
