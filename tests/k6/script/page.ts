import http from 'k6/http';
import { metrics } from './metrics.js';

const TIMEOUT = '15s';

/**
 * Loads the page and the files that it names, as the browser of a phone that was never there. Does nothing at a server
 * without pages. Throws when it is refused.
 */
export async function loadPage(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const startedAt = performance.now();
  const page = await get(`${url}/`, 'GET /', headers, 'text');
  if (page === null) return;
  await Promise.all(filesIn(page).map((path) => get(`${url}${path}`, 'GET /assets/*', headers, 'none')));
  metrics.page.add((performance.now() - startedAt) / 1_000);
}

async function get(
  url: string,
  route: string,
  headers: Readonly<Record<string, string>>,
  responseType: 'text' | 'none',
): Promise<string | null> {
  const response = await http.asyncRequest('GET', url, null, {
    headers: { ...headers, 'accept-encoding': 'gzip, br' },
    jar: new http.CookieJar(),
    tags: { name: route },
    timeout: TIMEOUT,
    responseType,
  });
  metrics.http.add(response.timings.duration / 1_000, { route, status: String(response.status) });
  if (response.status === 404) return null;
  if (response.status !== 200) throw new Error(`${route}: ${response.error || response.status}`);
  return String(response.body ?? '');
}

const filesIn = (page: string): string[] => [
  ...new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')),
];
