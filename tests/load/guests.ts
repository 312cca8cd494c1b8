import { createHttp, type Http } from '@earworm/client';

export interface Guest {
  readonly userId: string;
  /** Where it signed in, and connects. */
  readonly serverUrl: string;
  readonly http: Http;
  /** Good for the whole run: a guest's token covers an event. */
  readonly token: () => Promise<string>;
}

/** Signs one guest in by the real route. */
export async function signInGuest(serverUrl: string): Promise<Guest> {
  const { access_token: accessToken } = await createHttp({ baseUrl: serverUrl }).call('guest', { body: {} });
  const token = () => Promise.resolve(accessToken);
  return { userId: subjectOf(accessToken), serverUrl, token, http: createHttp({ baseUrl: serverUrl, token }) };
}

/** The user of a token. */
export function subjectOf(jwt: string): string {
  const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  if (typeof claims === 'object' && claims !== null && 'sub' in claims) return String(claims.sub);
  throw new Error('a token without a subject');
}
