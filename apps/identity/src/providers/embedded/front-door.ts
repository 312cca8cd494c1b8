import { createSecretKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type Provider from 'oidc-provider';
import type { RefusedError } from '@earworm/contracts';
import { addressKeyResolver } from '@earworm/service-kit/client-address';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import type { DeviceCookies } from '@earworm/service-kit/device-cookies';
import type { Device } from '../../accounts/sign-up.js';
import { errorPage } from './pages.js';
import { sendPage } from './send-page.js';

type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

/** Tells who signs in at the realm's own routes apart by address and device, as the gateway does, and counts them. */
export class FrontDoor {
  readonly #addressOf;
  readonly #deviceKey;

  constructor(
    private readonly ceilings: Pick<AddressLimits, 'refusalOf' | 'count'>,
    trustedProxies: readonly string[],
    private readonly devices: Pick<DeviceCookies, 'read'>,
    deviceKey: string,
  ) {
    this.#addressOf = addressKeyResolver(trustedProxies);
    this.#deviceKey = createSecretKey(deviceKey, 'utf8');
  }

  deviceOf({ headers }: IncomingMessage): Device {
    return this.devices.read(this.#deviceKey, headers.cookie);
  }

  /** The refusal of an address that is far above what a hall of phones does; null: come in, and be counted. */
  enter(request: IncomingMessage): RefusedError | null {
    const refused = this.refusalOf(request);
    if (refused === null) this.count(request);
    return refused;
  }

  refusalOf(request: IncomingMessage): RefusedError | null {
    return this.ceilings.refusalOf('sign-ins', this.#addressOf(request));
  }

  count(request: IncomingMessage): void {
    this.ceilings.count('sign-ins', this.#addressOf(request));
  }
}

/**
 * A redirect sign-in counts once, when it begins and leaves a row behind; each password that does not end it counts
 * besides, for it was a hash to make.
 */
export const atTheFrontDoor =
  (front: FrontDoor): Middleware =>
  async (ctx, next) => {
    const begins = beginsSignIn(ctx);
    const takes = takesPassword(ctx);
    const refused = begins ? front.enter(ctx.req) : takes ? front.refusalOf(ctx.req) : null;
    if (refused !== null) {
      sendPage(ctx, errorPage('temporarily_unavailable', refused.message));
      return sayTooMany(ctx, refused);
    }
    try {
      await next();
    } finally {
      if (takes && ctx.status !== 303) front.count(ctx.req);
    }
  };

/** The provider's router takes its paths in any case, and with a slash at their end. */
const beginsSignIn = ({ path }: Context): boolean => /^\/protocol\/openid-connect\/auth\/?$/i.test(path);
const takesPassword = ({ path, method }: Context): boolean => path.startsWith('/interaction/') && method === 'POST';

/** Refused for now: browsers and keycloak-js keep what they have and come again. */
export function sayTooMany(ctx: { status: number; set(header: string, value: string): void }, refused: RefusedError) {
  ctx.status = 429;
  ctx.set('Retry-After', String(refused.params['n'] ?? 30));
}
