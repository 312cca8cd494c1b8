/** What the address of a game is opened with by *Rejoin Game*: the seat of that name is wanted, and no new one. */
export const REJOINS = { rejoins: true } as const;
export const isRejoining = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'rejoins' in state && state.rejoins === true;
