import { Controller, Inject, Req, Res } from '@nestjs/common';
import {
  confirmReset,
  moveGuest,
  RefusedError,
  refreshTokens,
  requestReset,
  signIn,
  signOut,
  signUp,
  type Tokens,
} from '@earworm/contracts';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { Callers } from '../limits/callers.js';
import type { TokenVerifier } from '@earworm/service-kit/auth';
import type { GatewayConfig } from '../gateway.config.js';
import { CONFIG } from '@earworm/service-kit/bootstrap';
import { Guests } from '../admission/guests.js';
import type { Scheduler } from '../fan-out/scheduler.js';
import { GUEST_TURNS, TOKENS } from '../gateway.tokens.js';
import { Api } from './api.js';
import { SignInLimits } from './request-limits.js';
import { guestOf } from './request-identity.js';
import { RouteHandler } from './route-table.js';

/** Password hashes are queued. */
const SLOW = { timeoutMs: 10_000 };

@Controller()
export class IdentityController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(Guests) private readonly guests: Guests,
    @Inject(GUEST_TURNS) private readonly guestTurns: Scheduler,
    @Inject(SignInLimits) private readonly signIns: SignInLimits,
    @Inject(TOKENS) private readonly tokens: TokenVerifier,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @RouteHandler('guest')
  guest(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('guest', request, async () => {
      const caller = this.callers.of(request);
      await this.guestTurns.turn();
      const tokens = await this.guests.signIn(caller);
      this.callers.setDevice(caller, response);
      return tokens;
    });
  }

  @RouteHandler('signIn')
  signIn(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('signIn', request, ({ body }) =>
      this.#signInOnDevice(request, response, (device) =>
        this.api.call(signIn, { ...body, ...device }, { failed: 'sign-in-failed', ...SLOW }),
      ),
    );
  }

  @RouteHandler('signUp')
  signUp(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('signUp', request, ({ body }) =>
      this.#signInOnDevice(request, response, (device) =>
        this.api.call(signUp, { ...body, ...device }, { failed: 'sign-up-failed', ...SLOW }),
      ),
    );
  }

  @RouteHandler('refresh')
  refresh(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('refresh', request, ({ body }) => this.#refresh(body.refreshToken, request, response));
  }

  /** keycloak-js drops its tokens only on a 400. */
  @RouteHandler('token')
  async token(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    try {
      return await this.api.serve('token', request, ({ body }) => this.#refresh(body.refresh_token, request, response));
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== 'token-expired') throw error;
      const { code, params, message } = error;
      response.status(400);
      return { error: 'invalid_grant', error_description: message, code, params, message };
    }
  }

  @RouteHandler('signOut')
  signOut(@Req() request: HttpRequest) {
    return this.api.serve('signOut', request, ({ body }) => {
      this.signIns.spendSignOut(request);
      return this.api.call(signOut, body);
    });
  }

  @RouteHandler('reset')
  reset(@Req() request: HttpRequest) {
    return this.api.serve('reset', request, ({ body }) => {
      const { device } = this.signIns.admit(request);
      const baseUrl = baseUrlOf(this.config);
      return this.api.call(requestReset, { ...body, baseUrl, device }, { failed: 'reset-failed', ...SLOW });
    });
  }

  @RouteHandler('resetConfirm')
  resetConfirm(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('resetConfirm', request, async ({ body }) => {
      const { device, keep } = this.callers.identify(this.signIns.admit(request));
      await this.api.call(confirmReset, { ...body, device }, SLOW);
      keep(response);
      return {};
    });
  }

  @RouteHandler('moveGuest')
  moveGuest(@Req() request: HttpRequest) {
    return this.api.serve('moveGuest', request, async ({ body, user }) => {
      this.signIns.admit(request);
      const guest = await this.tokens.verify(body.guestToken);
      if (user.isGuest || !guest.isGuest) throw new RefusedError('forbidden');
      return this.api.call(moveGuest, { guest: guest.userId, userId: user.userId });
    });
  }

  /** Remembers the device once signed in; a guest's games move to the account. */
  async #signInOnDevice(
    request: HttpRequest,
    response: HttpResponse,
    work: (from: { device: string | null; guest?: string }) => Promise<Tokens>,
  ): Promise<Tokens> {
    const { device, keep } = this.callers.identify(this.signIns.admit(request));
    const guest = await guestOf(request, this.tokens);
    const tokens = await work(guest === null ? { device } : { device, guest });
    keep(response);
    return this.#issued(tokens);
  }

  async #refresh(refreshToken: string, request: HttpRequest, response: HttpResponse): Promise<Tokens> {
    const { device } = this.callers.of(request);
    const tokens = await this.api.call(refreshTokens, { refreshToken, device });
    this.callers.ensureDevice(request, response);
    return this.#issued(tokens);
  }

  /** Trusted: received over the bus. */
  #issued(tokens: Tokens): Tokens {
    this.tokens.remember(tokens.access_token);
    return tokens;
  }
}

/** Base URL for links in mails. Never from the request: the sender would choose where another user's link leads. */
export function baseUrlOf({
  PUBLIC_URL,
  LAN_URL,
  PORT,
}: Pick<GatewayConfig, 'PUBLIC_URL' | 'LAN_URL' | 'PORT'>): string {
  return (PUBLIC_URL ?? LAN_URL ?? `http://localhost:${PORT}`).replace(/\/+$/, '');
}
