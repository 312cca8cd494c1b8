/** What a guard gives to the home page: where the visitor wanted to go, and why they are not there. */
export interface ReturnState {
  readonly from: string;
  readonly authRequired: true;
}

export const fromOf = (at: { pathname: string; search: string; hash: string }): ReturnState => ({
  from: `${at.pathname}${at.search}${at.hash}`,
  authRequired: true,
});

/** Reads it back; null for anything else. Only paths of our own, never another site's address. */
export function returnStateOf(state: unknown): ReturnState | null {
  if (typeof state !== 'object' || state === null || !('from' in state) || !('authRequired' in state)) return null;
  const { from, authRequired } = state;
  if (typeof from !== 'string' || authRequired !== true) return null;
  return /^\/(?![/\\])/.test(from) ? { from, authRequired } : null;
}
