const PARAM = 'key';

/** The stage's key in an address; in the fragment, which browsers send to no server. */
export const stageKeyIn = (hash: string) => new URLSearchParams(hash.slice(1)).get(PARAM);

export const stageLink = (origin: string, gameId: string, key: string) => `${origin}/stage/${gameId}#${PARAM}=${key}`;
