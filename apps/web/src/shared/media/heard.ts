/** What plays on this page now, of all players: their elements are in no document. */
export const heard = new Set<object>();
