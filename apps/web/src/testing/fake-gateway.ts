import { afterEach, beforeEach } from '@jest/globals';
import { GameId } from '@earworm/rules';
import { useServer } from '../platform/http/about.js';
import { useBrands } from '../shared/shows/use-brand.js';
import { useSignatures } from '../shared/invite/copy-link.js';
import {
  type ErrorCode,
  ERRORS,
  errorsOf,
  type JoinInfo,
  type Params,
  recordedOf,
  RefusedError,
  type Route,
  type RouteInput,
  type RouteName,
  type RouteReply,
  ROUTES,
} from '@earworm/contracts';

/** What a route answers: the same to every call, or depending on what was asked. A thrown RefusedError is a refusal. */
export type Answer<N extends RouteName> = RouteReply<N> | ((input: RouteInput<N>) => RouteReply<N>);

interface GatewayInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}
type Handler = (input: GatewayInput) => unknown;

/** The gateway may answer any call with these; all others must be in the route's own list. */
const OF_ANY_ROUTE: readonly ErrorCode[] = [
  'bad-request',
  'too-large',
  'unauthenticated',
  'token-expired',
  'forbidden',
  'busy',
  'retry',
  'unavailable',
  'internal',
];

const handlers = new Map<RouteName, Handler>();
const calls: { readonly name: RouteName; readonly input: GatewayInput; readonly token: string | null }[] = [];
const held = new Map<RouteName, Promise<void>>();
/** Requests to other addresses: uploads, which go straight to the object store. */
let otherAddress: ((url: string, request: RequestInit) => Response) | null = null;
/** What no gateway would have answered or taken. The app shows only "unavailable", so that is kept for afterEach. */
let faults: string[] = [];

class Unreachable extends Error {}

/**
 * The server's side of HTTP, from the table of routes: a spec says what each route answers. A reply or a request that
 * the contract does not allow, and a call that nobody prepared, fail the test that makes them.
 */
export const gateway = {
  /** No route can be reached. */
  isDown(): void {
    gateway.disconnect(...NAMES);
  },
  answer<N extends RouteName>(name: N, answer: Answer<N>): void {
    if (typeof answer !== 'function') checkReply(name, answer);
    handlers.set(name, (input) => (typeof answer === 'function' ? answer(input as RouteInput<N>) : answer));
  },
  refuse(name: RouteName, code: ErrorCode, params?: Params): void {
    if (!mayRefuse(name, code)) throw new Error(`${name} is never refused with ${code}`);
    handlers.set(name, () => {
      throw new RefusedError(code, params);
    });
  },
  /** Something else than the gateway answers this: a proxy, or a later release. */
  respond(name: RouteName, response: () => Response): void {
    handlers.set(name, () => response());
  },
  /** As without a network. */
  disconnect(...names: RouteName[]): void {
    for (const name of names)
      handlers.set(name, () => {
        throw new Unreachable();
      });
  },
  /** Calls to these wait until the returned function is called. */
  hold(...names: RouteName[]): () => void {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    for (const name of names) held.set(name, released);
    return () => {
      for (const name of names) held.delete(name);
      release();
    };
  },
  /** What was asked of a route so far, the oldest first. */
  inputsOf<N extends RouteName>(name: N): RouteInput<N>[] {
    return calls.filter((call) => call.name === name).map(({ input }) => input as RouteInput<N>);
  },
  /** The access token that each call of a route showed. */
  tokensOf: (name: RouteName): (string | null)[] =>
    calls.filter((call) => call.name === name).map(({ token }) => token),
  elsewhere(answer: (url: string, request: RequestInit) => Response): void {
    otherAddress = answer;
  },
};

beforeEach(() => {
  handlers.clear();
  held.clear();
  calls.length = 0;
  faults = [];
  otherAddress = null;
  for (const name of ['beatSession', 'endSession', 'countViews', 'reportErrors', 'signOut'] as const)
    gateway.answer(name, {});
  gateway.answer('about', { publicUrl: null, lanUrl: null });
  gateway.answer('privacy', privacyFacts());
  gateway.answer('joinInfo', ({ params }) => aJoinInfo(params.gameId));
  gateway.answer('showBrand', { name: 'Company night', colours: null, logo: null });
  useBrands.setState({}, true);
  useServer.setState({ about: null, isRequested: false });
  useSignatures.setState({}, true);
  globalThis.fetch = fake;
});

/** Of an installation as it comes. */
export const privacyFacts = (change: Partial<RouteReply<'privacy'>> = {}): RouteReply<'privacy'> => ({
  operatorText: null,
  days: { games: 365, events: 90, clips: 60, guestTemplates: 180, usage: 400, guests: 30, backups: 14 },
  sendsMail: false,
  signInHost: null,
  filesHost: null,
  ...change,
});

/** Of a game in its setup; unsigned. */
export const aJoinInfo = (gameId: string): JoinInfo => ({
  gameId: GameId.parse(gameId),
  gameCode: 'ABC234',
  status: 'setup',
  moderatorName: 'Maria',
  moderatorLeft: false,
  playerCount: 3,
  rejoin: false,
});

afterEach(() => {
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

const fault = (text: string): never => {
  faults.push(text);
  throw new Unreachable();
};

const fake: typeof fetch = async (input, request = {}) => {
  const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input, location.href);
  const method = request.method ?? 'GET';
  const found = routeAt(method, url.pathname);
  if (found === null) {
    if (otherAddress === null) return fault(`no answer was prepared for ${method} ${url.href}`);
    return otherAddress(url.href, request);
  }
  const { name, params } = found;
  const route: Route = ROUTES[name];
  const token = new Headers(request.headers).get('authorization')?.replace('Bearer ', '') ?? null;
  if (route.access !== 'public' && token === null) fault(`${name} was called without a token`);
  const query = Object.fromEntries(url.searchParams);
  try {
    const reply = await replyTo(name, { params, query, body: bodyOf(request.body) }, token);
    return reply instanceof Response ? reply : Response.json(reply);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const { code, params: values, message } = error;
    return Response.json({ code, params: values, message }, { status: ERRORS[code].http });
  }
};

async function replyTo(name: RouteName, given: GatewayInput, token: string | null): Promise<unknown> {
  const input = {
    params: read(name, 'params', given.params),
    query: read(name, 'query', given.query),
    body: read(name, 'body', given.body),
  };
  calls.push({ name, input, token });
  await held.get(name);
  const handler = handlers.get(name) ?? fault(`no answer was prepared for ${name}`);
  try {
    const reply = handler(input);
    if (!(reply instanceof Response)) checkReply(name, reply);
    return reply;
  } catch (error) {
    if (error instanceof RefusedError && !mayRefuse(name, error.code))
      fault(`${name} is never refused with ${error.code}`);
    throw error;
  }
}

/** What a socket does that a route does too; counted as a call of the route. */
export async function replyOverSocket<N extends RouteName>(name: N, input: GatewayInput): Promise<RouteReply<N>> {
  try {
    return (await replyTo(name, input, null)) as RouteReply<N>;
  } catch (error) {
    throw error instanceof RefusedError ? error : new RefusedError('unavailable');
  }
}

/** More fixed parts first: /api/games/by-code/:gameCode before /api/games/:gameId. */
const NAMES = (Object.keys(ROUTES) as RouteName[]).sort(
  (a, b) => ROUTES[a].path.split(':').length - ROUTES[b].path.split(':').length,
);

function routeAt(method: string, path: string): { name: RouteName; params: Record<string, string> } | null {
  for (const name of NAMES) {
    const { method: wanted, path: pattern } = ROUTES[name];
    const found = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (wanted !== method || found === null) continue;
    const params = Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    return { name, params: Object.fromEntries(params) as Record<string, string> };
  }
  return null;
}

/** As a form or as JSON. */
function bodyOf(body: unknown): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

function read(name: RouteName, part: keyof GatewayInput, given: unknown): unknown {
  const schema = (ROUTES[name] as Route)[part];
  if (schema === undefined) return undefined;
  const result = schema.safeParse(given);
  return result.success ? result.data : fault(`the ${part} of ${name} is not as in the contract: ${result.error}`);
}

function checkReply(name: RouteName, reply: unknown): void {
  const result = ROUTES[name].reply.safeParse(reply);
  if (!result.success) fault(`the reply of ${name} is not as in the contract: ${result.error}`);
}

const mayRefuse = (name: RouteName, code: ErrorCode) =>
  OF_ANY_ROUTE.includes(code) ||
  errorsOf(ROUTES[name]).includes(code) ||
  (code === 'audit-unavailable' && recordedOf(ROUTES[name]) !== null);
