import { createGameClient, createHttp } from '@earworm/client';
import type { Enter } from './entrance.js';
import { leanSockets } from './lean-socket.js';
import { type Guest, subjectOf } from './guests.js';
import { socketUrl } from './sockets.js';

/** A guest as a browser behind a proxy is one: with the cookies it was given, from an address that the proxy names. */
export interface Phone extends Guest {
  /** What goes with each of its requests and sockets. */
  readonly headers: Readonly<Record<string, string>>;
}

export type SignedIn = { readonly phone: Phone } | { readonly refused: number };

/** Signs a guest in. `cookie`: of a phone that has been here before; empty: one that hides or comes for the first time. */
export async function signInFrom(serverUrl: string, address: string, cookie = ''): Promise<SignedIn> {
  const headers: Record<string, string> = { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) };
  const response = await fetch(`${serverUrl}/api/identity/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  const reply = (await response.json()) as { access_token: string };
  if (!response.ok) return { refused: response.status };
  const [given] = response.headers.getSetCookie();
  if (given !== undefined) headers['cookie'] = given.split(';')[0] ?? '';
  const token = () => Promise.resolve(reply.access_token);
  const withHeaders: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } });
  const http = createHttp({ baseUrl: serverUrl, token, fetch: withHeaders });
  return { phone: { userId: subjectOf(reply.access_token), serverUrl, token, http, headers } };
}

export async function phoneAt(serverUrl: string, address: string, cookie = ''): Promise<Phone> {
  const signedIn = await signInFrom(serverUrl, address, cookie);
  if ('refused' in signedIn) throw new Error(`sign-in was answered with ${signedIn.refused}`);
  return signedIn.phone;
}

/** Headers by which a phone identifies itself. */
export const cookieOf = (phone: Phone): string => phone.headers['cookie'] ?? '';

/** Enters with the phone's own headers. */
export const phoneEntrance: Enter = ({ gameId, as, guest }) =>
  createGameClient({
    ...{ url: socketUrl(guest.serverUrl), gameId, as, token: guest.token },
    WebSocket: leanSockets('headers' in guest ? (guest as Phone).headers : {}),
  });

/** How many of these phones get a seat, and with what code the others are refused. */
export async function joinAll(gameId: string, phones: readonly Phone[]) {
  const outcome = { seated: 0, refusals: new Map<string, number>() };
  await Promise.all(
    phones.map(async (phone) => {
      const client = phoneEntrance({ gameId, as: 'player', guest: phone });
      const answer = await client.send({ type: 'joinGame', name: phone.userId.slice(0, 18) });
      client.close();
      if (answer.ok) outcome.seated++;
      else outcome.refusals.set(answer.code, (outcome.refusals.get(answer.code) ?? 0) + 1);
    }),
  );
  return outcome;
}
