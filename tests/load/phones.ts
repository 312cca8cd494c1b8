import { leanClients } from './lean-clients.js';
import { cookieFrom, type Guest, guestWith } from './guests.js';

export type SignedIn = { readonly phone: Guest } | { readonly refused: number };

/**
 * Signs a guest in from an address that a proxy names. `cookie`: of a phone that has been here before; empty: one that
 * hides or comes for the first time.
 */
export async function signInFrom(serverUrl: string, address: string, cookie = ''): Promise<SignedIn> {
  const headers = { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) };
  const response = await fetch(`${serverUrl}/api/identity/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  });
  const reply = (await response.json()) as { access_token: string };
  if (!response.ok) return { refused: response.status };
  return { phone: guestWith(serverUrl, reply.access_token, { ...headers, ...cookieFrom(response) }) };
}

export async function phoneAt(serverUrl: string, address: string, cookie = ''): Promise<Guest> {
  const signedIn = await signInFrom(serverUrl, address, cookie);
  if ('refused' in signedIn) throw new Error(`sign-in was answered with ${signedIn.refused}`);
  return signedIn.phone;
}

/** Headers by which a phone identifies itself. */
export const cookieOf = (phone: Guest): string => phone.headers['cookie'] ?? '';

/** A random id may hold a word of the block list. */
let named = 0;

/** How many of these phones get a seat, and with what code the others are refused. */
export async function joinAll(gameId: string, phones: readonly Guest[]) {
  const enter = leanClients();
  const outcome = { seated: 0, refusals: new Map<string, number>() };
  await Promise.all(
    phones.map(async (phone) => {
      const client = enter({ gameId, as: 'player', guest: phone });
      const answer = await client.send({ type: 'joinGame', name: `Phone ${++named}` });
      client.close();
      if (answer.ok) outcome.seated++;
      else outcome.refusals.set(answer.code, (outcome.refusals.get(answer.code) ?? 0) + 1);
    }),
  );
  return outcome;
}
