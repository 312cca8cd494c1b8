import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  confirmReset,
  moveGuest,
  type ErrorCode,
  PATHS,
  RefusedError,
  refreshTokens,
  requestReset,
  signIn,
  signInAsGuest,
  signOut,
  signUp,
  type Tokens,
} from '@earworm/contracts';
import type { Request, Response } from 'express';
import { baseUrlOf } from './base-url.js';
import { Callers } from '../limits/callers.js';
import type { TokenVerifier } from '@earworm/service-kit/auth';
import type { GatewayConfig } from '../gateway.config.js';
import { CONFIG } from '@earworm/service-kit/bootstrap';
import { TOKENS } from '../gateway.tokens.js';
import { Api } from './api.js';
import { SignInLimits } from './sign-in-limits.js';
import { guestOf } from './who-asks.js';

/** A queue of password hashes takes its time. */
const SLOW = { timeoutMs: 10_000 };
/** Refusals of a guest upon which a page asks again by itself. */
const ASKED_AGAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['guest-wait', 'busy']);

@Controller()
export class IdentityController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(SignInLimits) private readonly signIns: SignInLimits,
    @Inject(TOKENS) private readonly tokens: TokenVerifier,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  @Post(PATHS.guest.path)
  @HttpCode(200)
  guest(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.api.serve('guest', request, async () => {
      const caller = await this.signIns.admitGuest(request);
      const tokens = await this.api
        .ask(signInAsGuest, {}, { failed: 'guest-wait', ...SLOW })
        .catch((error: unknown) => {
          // A hall of phones that waits for room asks many times.
          if (!(error instanceof RefusedError) || !ASKED_AGAIN.has(error.code)) this.signIns.count(caller);
          throw error;
        });
      this.signIns.count(caller);
      this.callers.welcome(caller, response);
      return this.#issued(tokens);
    });
  }

  @Post(PATHS.signIn.path)
  @HttpCode(200)
  signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.api.serve('signIn', request, async ({ body }) => {
      const { device, keep } = this.callers.meet(this.signIns.admit(request));
      const guest = await guestOf(request, this.tokens);
      const asked = { ...body, device, ...(guest === null ? {} : { guest }) };
      const tokens = await this.api.ask(signIn, asked, { failed: 'sign-in-failed', ...SLOW });
      keep(response);
      return this.#issued(tokens);
    });
  }

  @Post(PATHS.signUp.path)
  @HttpCode(200)
  signUp(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.api.serve('signUp', request, async ({ body }) => {
      const { device, keep } = this.callers.meet(this.signIns.admit(request));
      const guest = await guestOf(request, this.tokens);
      const asked = { ...body, device, ...(guest === null ? {} : { guest }) };
      const tokens = await this.api.ask(signUp, asked, { failed: 'sign-up-failed', ...SLOW });
      keep(response);
      return this.#issued(tokens);
    });
  }

  @Post(PATHS.refresh.path)
  @HttpCode(200)
  refresh(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.api.serve('refresh', request, ({ body }) => this.#refresh(body.refreshToken, request, response));
  }

  /** For keycloak-js, which drops its tokens upon a 400 and keeps them upon everything else. */
  @Post(PATHS.token.path)
  @HttpCode(200)
  async token(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    try {
      return await this.api.serve('token', request, ({ body }) => this.#refresh(body.refresh_token, request, response));
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== 'token-expired') throw error;
      const { code, params, message } = error;
      response.status(400);
      return { error: 'invalid_grant', error_description: message, code, params, message };
    }
  }

  @Post(PATHS.signOut.path)
  @HttpCode(200)
  signOut(@Req() request: Request) {
    return this.api.serve('signOut', request, ({ body }) => {
      this.signIns.spendSignOut(request);
      return this.api.ask(signOut, body);
    });
  }

  @Post(PATHS.reset.path)
  @HttpCode(200)
  reset(@Req() request: Request) {
    return this.api.serve('reset', request, ({ body }) => {
      const { device } = this.signIns.admit(request);
      const baseUrl = baseUrlOf(this.config);
      return this.api.ask(requestReset, { ...body, baseUrl, device }, { failed: 'reset-failed', ...SLOW });
    });
  }

  @Post(PATHS.resetConfirm.path)
  @HttpCode(200)
  resetConfirm(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.api.serve('resetConfirm', request, async ({ body }) => {
      const { device, keep } = this.callers.meet(this.signIns.admit(request));
      await this.api.ask(confirmReset, { ...body, device }, SLOW);
      keep(response);
      return {};
    });
  }

  @Post(PATHS.moveGuest.path)
  @HttpCode(200)
  moveGuest(@Req() request: Request) {
    return this.api.serve('moveGuest', request, async ({ body, who }) => {
      this.signIns.admit(request);
      const guest = await this.tokens.verify(body.guestToken);
      if (who.isGuest || !guest.isGuest) throw new RefusedError('forbidden');
      return this.api.ask(moveGuest, { guest: guest.userId, userId: who.userId });
    });
  }

  async #refresh(refreshToken: string, request: Request, response: Response): Promise<Tokens> {
    const { device } = this.callers.of(request);
    const tokens = await this.api.ask(refreshTokens, { refreshToken, device });
    this.callers.recognise(request, response);
    return this.#issued(tokens);
  }

  /** They come from the identity service, over the bus: their signatures need not be verified again. */
  #issued(tokens: Tokens): Tokens {
    this.tokens.remember(tokens.access_token);
    return tokens;
  }
}
