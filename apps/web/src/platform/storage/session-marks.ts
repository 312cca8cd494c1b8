import { isKeyAfter, keysAfter, read, readJson, readOfTab, remove, write, writeOfTab } from './local.js';

/** After an explicit sign-out the next single sign-on must ask for the account. */
export const hasSignedOut = () => read('signed-out') !== null;
export const keepSignedOut = (signedOut: boolean) => (signedOut ? write('signed-out', 'yes') : remove('signed-out'));

/** The account that a guest's data is being moved to. */
export const movingTo = () => read('moving-to');
export const keepMovingTo = (userId: string | null) =>
  userId === null ? remove('moving-to') : write('moving-to', userId);

/** Kept until the server has moved the guest's data. */
export interface GuestMark {
  readonly guestToken: string;
  readonly userId: string;
}
const GUEST_TO_BRING = 'guest-to-bring';
let guestInMemory: GuestMark | null = null;

/** Kept per tab: no other tab may send it too. */
export function guestToBring(): GuestMark | null {
  try {
    const text = readOfTab(GUEST_TO_BRING);
    return text ? (JSON.parse(text) as GuestMark) : guestInMemory;
  } catch {
    return guestInMemory;
  }
}

export function keepGuestToBring(mark: GuestMark | null): void {
  guestInMemory = mark;
  writeOfTab(GUEST_TO_BRING, mark && JSON.stringify(mark));
}

/** Shared by the pages of this browser. Times are ms since the epoch by the browser's clock. */
export interface VisitMark {
  readonly sessionId: string;
  readonly userId: string;
  readonly aliveAt: number;
}
export const visitMark = () => readJson<VisitMark>('visit');
export const keepVisitMark = (mark: VisitMark | null) =>
  mark === null ? remove('visit') : write('visit', JSON.stringify(mark));

/** One key per page, so that no two write the same one. */
const VISIBLE_PAGE = 'shown-page.';
export const keepVisiblePage = (pageId: string, at: number) => write(VISIBLE_PAGE + pageId, String(at));
export const forgetVisiblePage = (pageId: string) => remove(VISIBLE_PAGE + pageId);
/** True for the storage event of another page that was hidden or closed. */
export const isPageHidden = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>) =>
  newValue === null && isKeyAfter(VISIBLE_PAGE, key);
export const visiblePages = (): readonly (readonly [pageId: string, at: number])[] =>
  keysAfter(VISIBLE_PAGE).map((pageId) => [pageId, Number(read(VISIBLE_PAGE + pageId)) || 0]);
