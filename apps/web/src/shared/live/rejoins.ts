/** What the address of a game is opened with by *Rejoin Game*: the seat of that name is wanted, and no new one. */
export const REJOINS = { rejoins: true } as const;
export const isRejoining = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'rejoins' in state && state.rejoins === true;

/** Games that somebody has just asked for a place in, on the home page. Of this page alone: loaded again, it asks. */
const asked = new Set<string>();
export const noteAskedIn = (gameId: string): void => void asked.add(gameId);
export const hasAskedIn = (gameId: string): boolean => asked.has(gameId);
export const forgetAskedIn = (gameId: string): void => void asked.delete(gameId);
