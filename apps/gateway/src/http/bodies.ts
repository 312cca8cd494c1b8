import { type ErrorCode, ERRORS, errorsOf, RefusedError, type Route, type RouteName, ROUTES } from '@earworm/contracts';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { IncomingMessage } from 'node:http';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { type JsonBounds, parseStrictBytes } from '../wire/strict-json.js';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { admitNewGame } from '../calls/admit-game.js';
import type { Callers } from '../limits/callers.js';
import type { ReportLimits } from '../limits/report-limits.js';
import { SharedBytes } from '../limits/shared-bytes.js';
import { postRouteAt } from './route-table.js';
import type { Refusals } from './refusals.filter.js';
import type { RequestLimits } from './request-limits.js';
import { cachePrincipal, authenticate, authenticateOptional } from './request-identity.js';

const KB = 1024;
const MB = 1024 * KB;

/** Default limits, and those without a token. */
const SHORT: Bounds = { bytes: 16 * KB, members: 1_000 };
const boundsOf = (name: RouteName): Bounds => (ROUTES[name] as Route).bodyLimits ?? SHORT;

/** Larger bodies share the memory below. */
const LONG_BYTES = 64 * KB;
const POINT_BYTES = 16 * KB;
const REFUSED_POINTS = 20;
const REFUSED: ReadonlySet<number> = new Set([400, 413, 415]);
/** Memory for large bodies, overall and per address; beyond it `busy`. */
const LONG_AT_ONCE = 16 * MB;
const LONG_OF_ADDRESS = 4 * MB;
/** User ids are counted like addresses, which have this length. */
const USER_LENGTH = 64;

const FLOOD_CODES = Object.fromEntries(
  Object.entries<Route>(ROUTES).map(([name, route]): [string, ErrorCode] => {
    const [own, ...others] = errorsOf(route).filter((code) => code.startsWith('limit-'));
    return [name, own !== undefined && others.length === 0 ? own : 'limit-requests'];
  }),
) as Record<RouteName, ErrorCode>;

interface Bounds extends Pick<JsonBounds, 'members'> {
  readonly bytes: number;
  readonly refusal?: ErrorCode;
}

interface Begun {
  readonly name: RouteName;
  readonly length: number;
  readonly points: number;
  user: string | null;
  isRefusalCharged: boolean;
}

export interface BodiesDependencies {
  readonly tokens: TokenVerifier;
  readonly callers: Callers;
  readonly addressLimits: AddressLimits;
  readonly limits: RequestLimits;
  readonly reports: ReportLimits;
  readonly refusals: Refusals;
  readonly kit: Pick<Kit, 'bus'>;
}

/** `admit` charges the address, `read` reads the body. Everything is refused and charged as early as possible. */
export class Bodies {
  readonly #long = new SharedBytes(LONG_AT_ONCE, LONG_OF_ADDRESS);
  readonly #begun = new WeakMap<IncomingMessage, Begun>();

  constructor(private readonly deps: BodiesDependencies) {}

  /** First, as a flood must cost nothing else. */
  readonly admit: RequestHandler = (request, response, next) => {
    const name = request.method === 'POST' ? postRouteAt(request.path) : null;
    if (name === null) return next();
    const length = lengthOf(request);
    const { bytes } = boundsOf(name);
    const points = 1 + Math.floor(Math.min(length, bytes) / POINT_BYTES);
    const begun: Begun = { name, length, points, user: null, isRefusalCharged: false };
    try {
      if (length > 0) this.#chargeAddress(request, response, begun);
      if (name === 'reportErrors') this.#orFlood(request, () => this.deps.reports.spendPage(request));
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return this.deps.refusals.answer(request, response, error);
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
        // Charged now: the answer may be delayed.
        if (error instanceof RefusedError) this.#chargeRefusal(request, begun, ERRORS[error.code].http);
        next(error);
      },
    );
  };

  async #read(begun: Begun, request: Request, response: Response): Promise<void> {
    const { name, length } = begun;
    const user = await this.#user(name, request);
    if (user !== null && length > 0) this.#chargeUser(request, begun, user);
    const own = user === null ? SHORT : boundsOf(name);
    if (isEncoded(request)) throw new RefusedError('body-encoded');
    if (length !== Infinity && length > own.bytes) throw new RefusedError(own.refusal ?? 'too-large');
    if (user !== null && name === 'createGame' && length > SHORT.bytes)
      await admitNewGame(this.deps.kit.bus, user.userId);
    await this.#spend(name, request, user);
    if (length > 0) request.body = await this.#parsed(name, request, response, own);
  }

  async #user(name: RouteName, request: Request): Promise<Principal | null> {
    const { tokens, reports } = this.deps;
    if (name !== 'reportErrors') return authenticate(ROUTES[name], request, tokens);
    const user = await authenticateOptional(request, tokens);
    this.#orFlood(request, () => reports.spendSender(request, user));
    cachePrincipal(request, user);
    return user;
  }

  async #spend(name: RouteName, request: Request, user: Principal | null): Promise<void> {
    const { spends }: Route = ROUTES[name];
    if (spends === undefined || user === null) return;
    await this.deps.limits.spend(spends, request, user.userId);
  }

  #chargeAddress(request: Request, response: Response, begun: Begun): void {
    const { callers, addressLimits } = this.deps;
    const address = callers.addressOf(request);
    this.#orFlood(request, () => addressLimits.spend('bodies', address, begun.points, FLOOD_CODES[begun.name]));
    response.once('finish', () => this.#chargeRefusal(request, begun, response.statusCode));
  }

  #chargeRefusal(request: Request, begun: Begun, status: number): void {
    if (begun.length === 0 || begun.isRefusalCharged || !REFUSED.has(status)) return;
    begun.isRefusalCharged = true;
    const { callers, addressLimits } = this.deps;
    addressLimits.count('bodies', callers.addressOf(request), REFUSED_POINTS);
    addressLimits.count('bodies-of-user', begun.user, REFUSED_POINTS);
  }

  #chargeUser(request: Request, begun: Begun, user: Principal): void {
    const { addressLimits } = this.deps;
    const id = (begun.user = user.userId.slice(0, USER_LENGTH));
    this.#orFlood(request, () => addressLimits.spend('bodies-of-user', id, begun.points, FLOOD_CODES[begun.name]));
  }

  #orFlood(request: Request, spendPoints: () => void): void {
    try {
      spendPoints();
    } catch (error) {
      this.deps.refusals.markFlood(request);
      throw error;
    }
  }

  async #parsed(name: RouteName, request: Request, response: Response, own: Bounds): Promise<unknown> {
    const bytes = Math.min(lengthOf(request), own.bytes);
    const bounds: JsonBounds = { members: own.members, nul: (ROUTES[name] as Route).cleansTexts === true };
    const address = this.deps.callers.addressOf(request);
    const isLong = bytes > LONG_BYTES;
    if (isLong && !this.#long.take(address, bytes)) throw new RefusedError('busy');
    try {
      const isForm = isFormOf(name);
      const body = await bytesOf(request, response, own.bytes, isForm ? FORM : JSON_BODY);
      if (body === undefined) return undefined;
      return isForm ? parseForm(body) : parseStrictBytes(body, bounds);
    } catch (error) {
      throw error instanceof SyntaxError ? new RefusedError('bad-request') : error;
    } finally {
      if (isLong) this.#long.giveBack(address, bytes);
    }
  }
}

function lengthOf({ headers }: Request): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

const isEncoded = ({ headers }: Request): boolean =>
  headers['content-encoding'] !== undefined && headers['content-encoding'].toLowerCase() !== 'identity';

const JSON_BODY = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const isFormOf = (name: RouteName): boolean => (ROUTES[name] as Route).form === true;

const parseForm = (body: Buffer): unknown => Object.fromEntries(new URLSearchParams(body.toString('utf8')));

/** Undefined when empty or of another type. */
async function bytesOf(request: Request, response: Response, limit: number, type: string): Promise<Buffer | undefined> {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new RefusedError('bad-request');
  const read = express.raw({ limit, inflate: false, type });
  await new Promise<void>((resolve, reject) => {
    read(request, response, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
}
