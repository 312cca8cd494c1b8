/** What a player opens to join: the home page with the code filled in. */
export const joinLink = (origin: string, code: string) => `${origin}/?code=${encodeURIComponent(code)}`;

/** An address to be read out: no scheme. */
export const spoken = (origin: string) => new URL(origin).host;

export const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/**
 * The origin that other people's devices can open: what the operator gave, else this page's own, else, for a page that
 * was opened on the server itself, that machine's address in the room's network.
 */
export function joinOrigin(page: URL, server: { publicUrl: string | null; lanUrl: string | null }): string {
  if (server.publicUrl !== null) return new URL(server.publicUrl).origin;
  return isLoopback(page.hostname) && server.lanUrl !== null ? new URL(server.lanUrl).origin : page.origin;
}

const PARAM = 'key';

/** The stage's key in an address; in the fragment, which browsers send to no server. */
export const stageKeyIn = (hash: string) => new URLSearchParams(hash.slice(1)).get(PARAM);

export const stageLink = (origin: string, gameId: string, key: string) => `${origin}/stage/${gameId}#${PARAM}=${key}`;
