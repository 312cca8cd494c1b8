import { createHttp } from '@earworm/client';
import { b64decode } from 'k6/encoding';
import http from 'k6/http';
import type { Guest } from '../../load/guests.js';
import { metrics } from './metrics.js';
import { loadPage } from './page.js';
import { settings } from './settings.js';

/** `fetch` as far as the client uses it. */
const fetchWith =
  (headers: Readonly<Record<string, string>>): typeof fetch =>
  async (url, init) => {
    const method = init?.method ?? 'GET';
    const route = `${method} ${String(url).slice(settings.url.length)}`;
    const response = await http.asyncRequest(method, String(url), init?.body as string | undefined, {
      headers: { ...(init?.headers as Record<string, string>), ...headers },
      // Each is another phone: with the cookie of the one before it would count as the same.
      jar: new http.CookieJar(),
      tags: { name: route },
      timeout: '15s',
      responseType: 'text',
    });
    metrics.http.add(response.timings.duration / 1_000, { route, status: String(response.status) });
    if (response.status === 0) throw new TypeError(response.error);
    const { body, status } = response;
    return {
      ok: status >= 200 && status < 300,
      status,
      headers: { get: (name: string) => headerOf(response.headers, name) },
      json: () => Promise.resolve(JSON.parse(body ?? '')),
    } as unknown as Response;
  };

const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | null =>
  Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1] ?? null;

const anyByte = () => Math.floor(Math.random() * 256);
const anyAddress = () => `10.${anyByte()}.${anyByte()}.${1 + Math.floor(Math.random() * 254)}`;

/** Another address each time, if a proxy names them. */
export const phoneHeaders = (): Guest['headers'] =>
  settings.parameters['forwarded'] ? { 'x-forwarded-for': anyAddress() } : {};

/** A phone arrives: it loads the page and signs in. */
export async function signInGuest(serverUrl: string): Promise<Guest> {
  const headers = phoneHeaders();
  if (settings.parameters['pages']) await loadPage(serverUrl, headers);
  const fetch = fetchWith(headers);
  const { access_token: accessToken } = await createHttp({ baseUrl: serverUrl, fetch }).call('guest', { body: {} });
  const token = () => Promise.resolve(accessToken);
  const { sub } = JSON.parse(b64decode(accessToken.split('.')[1] ?? '', 'rawurl', 's')) as { sub: string };
  return { userId: sub, serverUrl, token, http: createHttp({ baseUrl: serverUrl, token, fetch }), headers };
}
