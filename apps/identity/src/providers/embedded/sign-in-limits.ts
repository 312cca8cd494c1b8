import { createSecretKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type Provider from 'oidc-provider';
import type { RefusedError } from '@earworm/contracts';
import type { AddressLimits } from '@earworm/service-kit/address-limits';
import { addressKeyResolver } from '@earworm/service-kit/client-address';
import type { DeviceCookies } from '@earworm/service-kit/device-cookies';
import type { Device } from '../../accounts/accounts.js';
import { errorPage, sendPage } from './pages.js';

type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

/** Address limits for sign-ins at the realm's own routes, with the gateway's rules for addresses and devices. */
export class SignInLimits {
  readonly #addressOf;
  readonly #deviceKey;

  constructor(
    private readonly addressLimits: Pick<AddressLimits, 'refusalOf' | 'count'>,
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

  enter(request: IncomingMessage): RefusedError | null {
    const refused = this.refusalOf(request);
    if (refused === null) this.count(request);
    return refused;
  }

  refusalOf(request: IncomingMessage): RefusedError | null {
    return this.addressLimits.refusalOf('sign-ins', this.#addressOf(request));
  }

  count(request: IncomingMessage): void {
    this.addressLimits.count('sign-ins', this.#addressOf(request));
  }
}

/** Counts the beginning of a redirect sign-in, which stores a row, and each wrong password, which costs a hash. */
export const limitSignIns =
  (limits: SignInLimits): Middleware =>
  async (ctx, next) => {
    const isPassword = takesPassword(ctx);
    const refused = beginsSignIn(ctx) ? limits.enter(ctx.req) : isPassword ? limits.refusalOf(ctx.req) : null;
    if (refused !== null) {
      sendPage(ctx, errorPage('temporarily_unavailable', refused.message));
      return tooManyRequests(ctx, refused);
    }
    try {
      await next();
    } finally {
      if (isPassword && ctx.status !== 303) limits.count(ctx.req);
    }
  };

/** oidc-provider's router ignores case and a trailing slash. */
const beginsSignIn = ({ path }: Context): boolean => /^\/protocol\/openid-connect\/auth\/?$/i.test(path);
const takesPassword = ({ path, method }: Context): boolean => path.startsWith('/interaction/') && method === 'POST';

/** 429: keycloak-js keeps its tokens and retries. */
export function tooManyRequests(
  ctx: { status: number; set(header: string, value: string): void },
  refused: RefusedError,
): void {
  ctx.status = 429;
  ctx.set('Retry-After', String(refused.params['n'] ?? 30));
}
