import { isErrorCode, PATHS, RefusedError, type RouteInput, type RouteName, type RouteReply } from '@earworm/contracts';

export interface HttpOptions {
  /** Of the gateway, without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string;
  /** Asked at every call; null calls without one. */
  readonly token?: () => Promise<string | null>;
  readonly fetch?: typeof fetch;
  /** Default 15 s. */
  readonly timeoutMs?: number;
}

export interface Http {
  /**
   * Calls one route. Throws RefusedError with the gateway's code and params; `unavailable` when the gateway cannot be
   * reached or does not answer in time.
   */
  call<N extends RouteName>(
    name: N,
    ...input: object extends RouteInput<N> ? [input?: RouteInput<N>] : [RouteInput<N>]
  ): Promise<RouteReply<N>>;
}

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export function createHttp(options: HttpOptions): Http {
  return {
    async call(name, ...[input]) {
      const { method, path } = PATHS[name];
      const parts: Parts = input ?? {};
      const token = (await options.token?.()) ?? null;
      const headers: Record<string, string> = {};
      if (token !== null) headers['authorization'] = `Bearer ${token}`;
      if (method === 'POST') headers['content-type'] = 'application/json';
      return exchange(options, options.baseUrl + addressOf(path, parts), {
        method,
        headers,
        body: method === 'POST' ? JSON.stringify(parts.body ?? {}) : undefined,
      });
    },
  };
}

function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** The reply's shape is the gateway's word: it checked it against the same schema before sending. */
async function exchange<Reply>(options: HttpOptions, url: string, request: RequestInit): Promise<Reply> {
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(), options.timeoutMs ?? 15_000);
  try {
    const response = await (options.fetch ?? fetch)(url, { ...request, signal: aborted.signal });
    const reply: unknown = await response.json();
    if (response.ok) return reply as Reply;
    throw refusalIn(reply);
  } catch (error) {
    throw error instanceof RefusedError ? error : new RefusedError('unavailable');
  } finally {
    clearTimeout(timer);
  }
}

function refusalIn(reply: unknown): RefusedError {
  if (typeof reply !== 'object' || reply === null) return new RefusedError('unavailable');
  const { code, params }: { code?: unknown; params?: unknown } = reply;
  if (typeof code !== 'string' || !isErrorCode(code)) return new RefusedError('unavailable');
  return new RefusedError(code, typeof params === 'object' && params !== null ? { ...params } : {});
}
