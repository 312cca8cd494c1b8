/** Navigation state of *Rejoin Game*: requests the existing seat. */
export const REJOINS = { rejoins: true } as const;
export const isRejoining = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'rejoins' in state && state.rejoins === true;

/** Joined from the home page, until this page is reloaded. */
const requested = new Set<string>();
export const noteJoinRequest = (gameId: string): void => void requested.add(gameId);
export const hasJoinRequest = (gameId: string): boolean => requested.has(gameId);
export const forgetJoinRequest = (gameId: string): void => void requested.delete(gameId);
