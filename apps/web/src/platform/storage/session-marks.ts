import { read, readJsonOfTab, remove, write, writeOfTab } from './local.js';

/** After an explicit sign-out the next single sign-on must ask for the account. */
export const hasSignedOut = () => read('signed-out') !== null;
export const keepSignedOut = (signedOut: boolean) => (signedOut ? write('signed-out', 'yes') : remove('signed-out'));

/** The account that a guest's data is being moved to. */
export const movingTo = () => read('moving-to');
export const keepMovingTo = (userId: string | null) =>
  userId === null ? remove('moving-to') : write('moving-to', userId);

/** A link has brought this user into the crew of a room: the menu leads to their rooms. */
export const markOwnRooms = (userId: string): void => write('own-rooms', userId);
export const hasOwnRooms = (userId: string): boolean => read('own-rooms') === userId;

/** Kept until the server has moved the guest's data. */
export interface GuestMark {
  readonly guestToken: string;
  readonly userId: string;
}
const GUEST_TO_BRING = 'guest-to-bring';
let guestInMemory: GuestMark | null = null;

/** Kept per tab: no other tab may send it too. */
export const guestToBring = () => readJsonOfTab<GuestMark>(GUEST_TO_BRING) ?? guestInMemory;

export function keepGuestToBring(mark: GuestMark | null): void {
  guestInMemory = mark;
  writeOfTab(GUEST_TO_BRING, mark && JSON.stringify(mark));
}
