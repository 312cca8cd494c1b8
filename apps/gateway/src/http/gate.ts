import { setTimeout as wait } from 'node:timers/promises';
import { type ErrorCode, ERRORS, errorsOf, RefusedError, type Route, type RouteName, ROUTES } from '@earworm/contracts';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { Principal, TokenVerifier } from '@earworm/service-kit/auth';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Request, RequestHandler } from 'express';
import { admitNewGame } from '../calls/admit-game.js';
import type { Allowance } from '../limits/allowance.js';
import type { Callers } from '../limits/callers.js';
import type { ReportLimits } from '../limits/report-limits.js';
import { type Bodies, lengthOf, SHORT_BYTES } from './bodies.js';
import type { Refusals } from './refusals.filter.js';
import { admitUser, authenticate, verifiedUser } from './request-identity.js';
import type { RequestLimits } from './request-limits.js';
import { routeAt } from './route-table.js';

const POINT_BYTES = 16 * 1024;
const REFUSED_POINTS = 20;
const REFUSED: ReadonlySet<number> = new Set([400, 413, 415]);
/** User ids are counted like addresses, which have this length. */
const USER_LENGTH = 64;

/** How a flood is refused: as by the route's own limit, if it has exactly one. */
const FLOOD_CODES = Object.fromEntries(
  Object.entries<Route>(ROUTES).map(([name, route]): [string, ErrorCode] => {
    const [own, ...others] = errorsOf(route).filter((code) => code.startsWith('limit-'));
    return [name, own !== undefined && others.length === 0 ? own : 'limit-requests'];
  }),
) as Record<RouteName, ErrorCode>;

/** Nobody is left to answer. */
const CLIENT_GONE = Symbol('client gone');

interface Entry {
  readonly name: RouteName;
  readonly length: number;
  readonly points: number;
  /** As it is counted. */
  user: string | null;
  isRefusalCharged: boolean;
}

export interface GateDependencies {
  readonly tokens: TokenVerifier;
  readonly callers: Callers;
  readonly addressLimits: AddressLimits;
  /** Of one user at this gateway. */
  readonly allowance: Allowance;
  readonly limits: RequestLimits;
  readonly reports: ReportLimits;
  readonly refusals: Refusals;
  readonly kit: Pick<Kit, 'bus'>;
}

/**
 * Every request to the API passes here before anything is done for it: `admit` charges the address, `enter` checks the
 * token once, charges the user and spends the limit of the route. Prices and limits are those of the table of routes.
 */
export class Gate {
  readonly #entries = new WeakMap<Request, Entry>();

  constructor(
    private readonly deps: GateDependencies,
    private readonly bodies: Bodies,
  ) {}

  /** First, as a flood must cost nothing else. */
  readonly admit: RequestHandler = (request, response, next) => {
    if (!isApi(request)) return next();
    const name = routeAt(request.method, request.path);
    try {
      if (name === null) {
        this.#chargeAddress(request, 1, 'limit-requests');
        return next();
      }
      const length = lengthOf(request);
      const size = Math.floor(Math.min(length, this.bodies.maxBytes(name)) / POINT_BYTES);
      const points = priceOf(name) + size;
      const entry: Entry = { name, length, points, user: null, isRefusalCharged: false };
      this.#chargeAddress(request, points, FLOOD_CODES[name]);
      if (name === 'reportErrors') this.#asFlood(request, () => this.deps.reports.spendPage(request));
      if (length > 0) response.once('finish', () => this.#chargeRefusal(request, entry, response.statusCode));
      this.#entries.set(request, entry);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      return this.deps.refusals.answer(request, response, error);
    }
    next();
  };

  /** Then the body is read. */
  readonly enter: RequestHandler = (request, response, next) => {
    const entry = this.#entries.get(request);
    if (entry === undefined) return next();
    this.#enter(entry, request)
      .then(() => this.bodies.read(entry.name, request, response))
      .then(
        () => next(),
        (error: unknown) => {
          if (error === CLIENT_GONE) return;
          // Charged now: the answer may be delayed.
          if (error instanceof RefusedError) this.#chargeRefusal(request, entry, ERRORS[error.code].http);
          next(error);
        },
      );
  };

  async #enter(entry: Entry, request: Request): Promise<void> {
    const { name, length } = entry;
    const user = await this.#identify(name, request);
    admitUser(request, user);
    await this.#chargeUser(entry, request, user);
    this.bodies.check(name, request);
    // Before its content is read.
    if (user !== null && name === 'createGame' && length > SHORT_BYTES)
      await admitNewGame(this.deps.kit.bus, user.userId);
    const { spends }: Route = ROUTES[name];
    if (spends !== undefined && user !== null) await this.deps.limits.spend(spends, request, user.userId);
  }

  async #identify(name: RouteName, request: Request): Promise<Principal | null> {
    const { tokens, reports } = this.deps;
    if (name !== 'reportErrors') return authenticate(ROUTES[name], request, tokens);
    // Errors matter also from expired sessions.
    const user = await verifiedUser(request, tokens);
    this.#asFlood(request, () => reports.spendSender(request, user));
    return user;
  }

  #chargeAddress(request: Request, points: number, code: ErrorCode): void {
    const { callers, addressLimits } = this.deps;
    this.#asFlood(request, () => addressLimits.spend('requests', callers.addressOf(request), points, { code }));
  }

  /**
   * Here at once, and over all gateways afterwards. What is asked for too fast waits for a while before it is refused. Without a token the device is counted, at this gateway only.
   * Administrators are not counted: they export page after page.
   */
  async #chargeUser(entry: Entry, request: Request, user: Principal | null): Promise<void> {
    const { allowance, addressLimits, callers } = this.deps;
    const { name, points } = entry;
    if (user?.isAdmin === true) return;
    const device = user === null ? callers.of(request).device : null;
    const key = user?.userId ?? device;
    const waitMs = this.#asFlood(request, () => {
      const taken = key === null ? 0 : allowance.take(key, points);
      if (taken === null) throw new RefusedError(FLOOD_CODES[name], { n: allowance.secondsFor(points) });
      if (user !== null) {
        entry.user = user.userId.slice(0, USER_LENGTH);
        addressLimits.spend('requests-of-user', entry.user, points, { code: FLOOD_CODES[name] });
      }
      return taken;
    });
    if (waitMs === 0) return;
    await wait(waitMs);
    if (request.socket.destroyed) throw CLIENT_GONE;
  }

  #chargeRefusal(request: Request, entry: Entry, status: number): void {
    if (entry.length === 0 || entry.isRefusalCharged || !REFUSED.has(status)) return;
    entry.isRefusalCharged = true;
    const { callers, addressLimits } = this.deps;
    addressLimits.count('requests', callers.addressOf(request), REFUSED_POINTS);
    addressLimits.count('requests-of-user', entry.user, REFUSED_POINTS);
  }

  #asFlood<T>(request: Request, spendPoints: () => T): T {
    try {
      return spendPoints();
    } catch (error) {
      this.deps.refusals.markFlood(request);
      throw error;
    }
  }
}

const priceOf = (name: RouteName): number => (ROUTES[name] as Route).price ?? 1;
const isApi = ({ path }: Request): boolean => /^\/api(\/|$)/i.test(path);
