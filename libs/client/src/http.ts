import {
  type ErrorCode,
  isErrorCode,
  type Params,
  PATHS,
  RefusedError,
  type RouteInput,
  type RouteName,
  type RouteReply,
  UnknownRefusal,
} from '@earworm/contracts';

export interface HttpOptions {
  /** Of the gateway, without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string;
  /** Asked at every call; null calls without one. `Infinity`: renewed in any case, because the last one was refused. */
  readonly token?: (atLeastMs?: number) => Promise<string | null>;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
}

export interface Http {
  /**
   * Calls one route. Throws RefusedError with the gateway's code and params; `unavailable` when the gateway cannot be
   * reached or does not answer in time, and UnknownRefusal with the message of a code that this client does not know.
   */
  call<N extends RouteName>(
    name: N,
    ...input: object extends RouteInput<N> ? [input?: RouteInput<N>] : [RouteInput<N>]
  ): Promise<RouteReply<N>>;
}

interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export function createHttp(options: HttpOptions): Http {
  return {
    async call(name, ...[input]) {
      const { method, path } = PATHS[name];
      const parts: RequestParts = input ?? {};
      const send = (token: string | null) => {
        const headers: Record<string, string> = {};
        if (token !== null) headers['authorization'] = `Bearer ${token}`;
        if (method === 'POST') headers['content-type'] = 'application/json';
        return exchange<RouteReply<typeof name>>(name, options, options.baseUrl + addressOf(path, parts), {
          method,
          headers,
          body: method === 'POST' ? JSON.stringify(parts.body ?? {}) : undefined,
        });
      };
      const token = (await options.token?.()) ?? null;
      try {
        return await send(token);
      } catch (error) {
        const isEnded = token !== null && error instanceof RefusedError && error.code === 'token-expired';
        // Revoked early, perhaps because its user's role has changed. The call did nothing yet, so it is retried with a
        // new one.
        const renewed = isEnded ? await options.token?.(Infinity).catch(() => token) : token;
        if (renewed === token || renewed === null || renewed === undefined) throw error;
        return send(renewed);
      }
    },
  };
}

function addressOf(path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return filled;
  return `${filled}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}

/** The gateway has validated the reply against the same schema. */
async function exchange<Reply>(
  name: RouteName,
  options: HttpOptions,
  url: string,
  request: RequestInit,
): Promise<Reply> {
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(), options.timeoutMs ?? 15_000);
  try {
    const response = await (options.fetch ?? fetch)(url, { ...request, signal: aborted.signal });
    if (response.ok) return (await response.json()) as Reply;
    // A proxy in front of the gateway has its own error format.
    throw refusalOf(name, response, await response.json().catch(() => null));
  } catch (error) {
    throw error instanceof RefusedError ? error : new RefusedError('unavailable');
  } finally {
    clearTimeout(timer);
  }
}

function refusalOf(name: RouteName, { status, headers }: Response, reply: unknown): RefusedError {
  const { code, params, message } = isObject(reply) ? reply : {};
  const safeParams: Params = isObject(params) ? (params as Params) : {};
  const isKnown = typeof code === 'string' && isErrorCode(code);
  if (status === 429) {
    const refusedAs = isKnown ? code : (LIMIT_OF[name] ?? 'limit-requests');
    return new RefusedError(refusedAs, { ...waitIn(headers), ...safeParams });
  }
  if (isKnown) return new RefusedError(code, safeParams);
  const isRefusal = typeof code === 'string' || typeof message === 'string';
  return isRefusal ? new UnknownRefusal(typeof message === 'string' ? message : '') : new RefusedError('unavailable');
}

/** The code of a 429 that has none. */
const LIMIT_OF: Partial<Record<RouteName, ErrorCode>> = {
  createGame: 'limit-create',
  startTemplate: 'limit-create',
  joinInfo: 'limit-join',
  joinInfoByCode: 'limit-join',
  guest: 'limit-sign-in',
  signIn: 'limit-sign-in',
  signUp: 'limit-sign-in',
  reset: 'limit-sign-in',
  resetConfirm: 'limit-sign-in',
};

/** Only whole seconds: a date would be read by a clock that may be wrong. */
function waitIn(headers: Headers): Params {
  const wait = headers.get('retry-after') ?? '';
  return /^[1-9]\d{0,8}$/.test(wait) ? { n: Number(wait) } : {};
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
