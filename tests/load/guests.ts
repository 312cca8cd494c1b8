import { createHttp, type Http } from '@earworm/client';

export interface Guest {
  readonly userId: string;
  /** Where it signed in, and connects. */
  readonly serverUrl: string;
  readonly http: Http;
  /** Good for the whole run: a guest's token covers an event. */
  readonly token: () => Promise<string>;
  /** What goes with each of its requests and sockets: the cookie that a browser would keep. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Signs one guest in by the real route. */
export async function signInGuest(serverUrl: string): Promise<Guest> {
  let headers: Guest['headers'] = {};
  const keepCookie: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    headers = cookieFrom(response);
    return response;
  };
  const { access_token: accessToken } = await createHttp({ baseUrl: serverUrl, fetch: keepCookie }).call('guest', {
    body: {},
  });
  return guestWith(serverUrl, accessToken, headers);
}

/** The header that sends a response's cookie back; none if it set none. */
export function cookieFrom(response: Response): Guest['headers'] {
  const [given] = response.headers.getSetCookie();
  return given === undefined ? {} : { cookie: given.split(';')[0] ?? '' };
}

export const guestWith = (serverUrl: string, accessToken: string, headers: Guest['headers']): Guest =>
  guestOf(serverUrl, { userId: subjectOf(accessToken), accessToken }, headers);

export function guestOf(
  serverUrl: string,
  { userId, accessToken }: { readonly userId: string; readonly accessToken: string },
  headers: Guest['headers'],
): Guest {
  const token = () => Promise.resolve(accessToken);
  const withHeaders: typeof fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...headers } });
  const http = createHttp({ baseUrl: serverUrl, token, fetch: withHeaders });
  return { userId, serverUrl, token, http, headers };
}

/** The user of a token. */
export function subjectOf(jwt: string): string {
  const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  if (typeof claims === 'object' && claims !== null && 'sub' in claims) return String(claims.sub);
  throw new Error('a token without a subject');
}
