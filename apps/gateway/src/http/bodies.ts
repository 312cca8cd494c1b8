import { type ErrorCode, ERRORS, errorsOf, RefusedError, type Route, type RouteName, ROUTES } from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { type JsonBounds, parseStrictBytes } from '../wire/strict-json.js';
import type { NewGames } from '../commands/new-games.js';
import type { Callers } from '../limits/callers.js';
import type { ReportLimits } from '../limits/report-limits.js';
import { SharedBytes } from '../limits/shared-bytes.js';
import type { JsonThread } from '../wire/json-thread.js';
import { postRouteAt } from './post-routes.js';
import type { Refusals } from './refusals.js';
import type { RequestLimits } from './request-limits.js';
import { rememberWho, whoAsks, whoMayAsk } from './who-asks.js';

const KB = 1024;
const MB = 1024 * KB;

/** The most that is read of a body, and all that is read without a token. */
const SHORT: Bounds = { bytes: 16 * KB, members: 1_000 };
/** A whole quiz may come with a new game, to a template, or as a file, and ten errors with their stacks. */
const LONG: Partial<Record<RouteName, Bounds>> = {
  createGame: { bytes: MB, members: 100_000 },
  importTemplate: { bytes: 3 * MB, members: 1_000 },
  saveTemplate: { bytes: 3 * MB, members: 100_000 },
  reportErrors: { bytes: 256 * KB, members: 1_000 },
};
/** Their texts are written by people or met by pages, and cleaned where they are kept; elsewhere U+0000 is refused. */
const CLEANED: ReadonlySet<RouteName> = new Set<RouteName>([
  ...(['createGame', 'startTemplate', 'createTemplate', 'saveTemplate', 'templateFromGame'] as const),
  ...(['reportTemplate', 'submitFeedback', 'reportErrors'] as const),
]);

/** A longer body is parsed in a thread of its own. */
const OWN_THREAD_BYTES = 64 * KB;
/** One point of an address and of a user for so much of a body begun, and for one that is refused so many more. */
const POINT_BYTES = 16 * KB;
const REFUSED_POINTS = 20;
const REFUSED: ReadonlySet<number> = new Set([400, 413, 415]);
/** Long bodies held in memory at once, of all and of one address; the next one is refused `busy`. */
const LONG_AT_ONCE = 64 * MB;
const LONG_OF_ADDRESS = 16 * MB;
/** User ids are counted in the place of an address, and are as long as one at the most. */
const USER_LENGTH = 64;

/** The refusal of a flood is the one that the route's own limit has. */
const FLOOD_CODES = Object.fromEntries(
  Object.entries<Route>(ROUTES).map(([name, route]): [string, ErrorCode] => {
    const [own, ...others] = errorsOf(route).filter((code) => code.startsWith('limit-'));
    return [name, own !== undefined && others.length === 0 ? own : 'limit-requests'];
  }),
) as Record<RouteName, ErrorCode>;

interface Bounds extends Pick<JsonBounds, 'members'> {
  readonly bytes: number;
}

/** A request to a POST route, from its headers on. */
interface Begun {
  readonly name: RouteName;
  /** Bytes that it says will come. */
  readonly length: number;
  readonly points: number;
  user: string | null;
  /** Whether its refusal has cost points. */
  isRefusalCharged: boolean;
}

export interface BodiesTerms {
  readonly tokens: TokenVerifier;
  readonly callers: Callers;
  readonly ceilings: AddressLimits;
  readonly limits: RequestLimits;
  readonly reports: ReportLimits;
  readonly newGames: NewGames;
  readonly refusals: Refusals;
  readonly jsonThread: JsonThread;
}

/**
 * The bodies of the API: `admit` spends what they cost their address, `read` reads them. What can be refused without a
 * body is refused before it is read; what is spent is spent before, too. Nothing else reads them.
 */
export class Bodies {
  readonly #long = new SharedBytes(LONG_AT_ONCE, LONG_OF_ADDRESS);
  readonly #begun = new WeakMap<IncomingMessage, Begun>();

  constructor(private readonly terms: BodiesTerms) {}

  /** In front of everything else, as nothing else may be spent on a flood. */
  readonly admit: RequestHandler = (request, response, next) => {
    const name = request.method === 'POST' ? postRouteAt(request.path) : null;
    if (name === null) return next();
    const length = lengthOf(request);
    const { bytes } = LONG[name] ?? SHORT;
    const points = 1 + Math.floor(Math.min(length, bytes) / POINT_BYTES);
    const begun: Begun = { name, length, points, user: null, isRefusalCharged: false };
    try {
      if (length > 0) this.#chargeAddress(request, response, begun);
      if (name === 'reportErrors') this.#orFlood(request, () => this.terms.reports.spendPage(request));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return this.terms.refusals.answer(request, response, error);
    }
    this.#begun.set(request, begun);
    next();
  };

  readonly read: RequestHandler = (request, response, next) => {
    const begun = this.#begun.get(request);
    if (begun === undefined) return next();
    this.#read(begun, request, response).then(
      () => next(),
      (error: unknown) => {
        // Now: its answer may be held back, and a flood would go on until it is sent.
        if (error instanceof RefusedError) this.#chargeRefusal(request, begun, ERRORS[error.code].http);
        next(error);
      },
    );
  };

  async #read(begun: Begun, request: Request, response: Response): Promise<void> {
    const { name, length } = begun;
    const who = await this.#who(name, request);
    if (who !== null && length > 0) this.#chargeUser(request, begun, who);
    const own = who === null ? SHORT : (LONG[name] ?? SHORT);
    if (isEncoded(request)) throw new RefusedError('body-encoded');
    if (length !== Infinity && length > own.bytes) throw new RefusedError('too-large');
    const leave = who !== null && name === 'createGame' && length > OWN_THREAD_BYTES ? await this.#place(who) : null;
    try {
      await this.#spend(name, request, who);
      if (length > 0) request.body = await this.#parsed(name, request, response, own);
    } finally {
      leave?.();
    }
  }

  /** Whose request it is, as far as the route asks. Throws the route's refusal of strangers. */
  async #who(name: RouteName, request: Request): Promise<Principal | null> {
    const { tokens, reports } = this.terms;
    if (name !== 'reportErrors') return whoAsks(ROUTES[name], request, tokens);
    const who = await whoMayAsk(request, tokens);
    this.#orFlood(request, () => reports.spendSender(request, who));
    rememberWho(request, who);
    return who;
  }

  /** Of a large game, which would be refused `busy` once it is read: then it need not be. */
  #place({ userId }: Principal): Promise<() => void> {
    return this.terms.newGames.admitUnread(userId);
  }

  async #spend(name: RouteName, request: Request, who: Principal | null): Promise<void> {
    const { spends }: Route = ROUTES[name];
    if (spends === undefined || who === null) return;
    await this.terms.limits.spend(spends, request, who.userId);
  }

  #chargeAddress(request: Request, response: Response, begun: Begun): void {
    const { callers, ceilings } = this.terms;
    const address = callers.addressOf(request);
    this.#orFlood(request, () => ceilings.spend('bodies', address, begun.points, FLOOD_CODES[begun.name]));
    response.once('finish', () => this.#chargeRefusal(request, begun, response.statusCode));
  }

  /** A body that is refused costs more, once. */
  #chargeRefusal(request: Request, begun: Begun, status: number): void {
    if (begun.length === 0 || begun.isRefusalCharged || !REFUSED.has(status)) return;
    begun.isRefusalCharged = true;
    const { callers, ceilings } = this.terms;
    ceilings.count('bodies', callers.addressOf(request), REFUSED_POINTS);
    ceilings.count('bodies-of-user', begun.user, REFUSED_POINTS);
  }

  #chargeUser(request: Request, begun: Begun, who: Principal): void {
    const { ceilings } = this.terms;
    const id = (begun.user = who.userId.slice(0, USER_LENGTH));
    this.#orFlood(request, () => ceilings.spend('bodies-of-user', id, begun.points, FLOOD_CODES[begun.name]));
  }

  /** What these limits refuse is a flood, and no page of ours. */
  #orFlood(request: Request, spendPoints: () => void): void {
    try {
      spendPoints();
    } catch (error) {
      this.terms.refusals.markFlood(request);
      throw error;
    }
  }

  async #parsed(name: RouteName, request: Request, response: Response, own: Bounds): Promise<unknown> {
    const bytes = Math.min(lengthOf(request), own.bytes);
    const bounds: JsonBounds = { members: own.members, nul: CLEANED.has(name) };
    const address = this.terms.callers.addressOf(request);
    const isLong = bytes > OWN_THREAD_BYTES;
    if (isLong && !this.#long.take(address, bytes)) throw new RefusedError('busy');
    try {
      const isForm = isFormOf(name);
      const body = await bytesOf(request, response, own.bytes, isForm ? FORM : JSON_BODY);
      if (body === undefined) return undefined;
      if (isForm) return parseForm(body);
      return body.length > OWN_THREAD_BYTES
        ? await this.terms.jsonThread.parse(body, bounds, name)
        : parseStrictBytes(body, bounds);
    } catch (error) {
      throw error instanceof SyntaxError ? new RefusedError('bad-request') : error;
    } finally {
      if (isLong) this.#long.giveBack(address, bytes);
    }
  }
}

/** Bytes that the request says will come; Infinity when it does not say how many. */
function lengthOf({ headers }: Request): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

const isEncoded = ({ headers }: Request): boolean =>
  headers['content-encoding'] !== undefined && headers['content-encoding'].toLowerCase() !== 'identity';

const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const isFormOf = (name: RouteName): boolean => (ROUTES[name] as Route).form === true;

/** A field that is given twice counts once: the schema of the route sees the last. */
const parseForm = (body: Buffer): unknown => Object.fromEntries(new URLSearchParams(body.toString('utf8')));

/** Undefined when it does not say that it is of this type, or is empty. */
async function bytesOf(request: Request, response: Response, limit: number, type: string): Promise<Buffer | undefined> {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new RefusedError('bad-request');
  const read = express.raw({ limit, inflate: false, type });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
}
