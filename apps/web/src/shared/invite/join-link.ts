import { useAbout } from '../../platform/http/about.js';

const SIGNATURE = 's';

/** With a `signature` of its code a link opens the game also where many wrong codes were tried. */
export const joinLink = (origin: string, code: string, signature = '') =>
  `${origin}/?code=${encodeURIComponent(code)}${signature && `&${SIGNATURE}=${encodeURIComponent(signature)}`}`;

export const signatureIn = (params: URLSearchParams) => params.get(SIGNATURE) ?? undefined;

export const spoken = (origin: string) => new URL(origin).host;

export const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host);

/** The operator's public URL, else this page's own origin; on the server itself its address in the local network. */
export function joinOrigin(page: URL, server: { publicUrl: string | null; lanUrl: string | null }): string {
  if (server.publicUrl !== null) return new URL(server.publicUrl).origin;
  return isLoopback(page.hostname) && server.lanUrl !== null ? new URL(server.lanUrl).origin : page.origin;
}

const PARAM = 'key';

/** In the fragment, which browsers do not send to the server. */
export const stageKeyIn = (hash: string) => new URLSearchParams(hash.slice(1)).get(PARAM);

export const stageLink = (origin: string, gameId: string, key: string) => `${origin}/stage/${gameId}#${PARAM}=${key}`;

/** The secret is in the fragment, too. */
export const crewLink = (origin: string, linkId: string, secret: string) => `${origin}/crew#${linkId}.${secret}`;

/** By which an account joins the staff of an event; the secret is in the fragment, too. */
export const staffLink = (origin: string, inviteId: string, secret: string) =>
  `${origin}/event-staff#${inviteId}.${secret}`;

/** Where players join: the page's own origin until the server has answered. */
export function useJoinOrigin(): string {
  const server = useAbout();
  return server === null ? location.origin : joinOrigin(new URL(location.href), server);
}
