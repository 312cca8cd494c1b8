import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  confirmReset,
  guestMoves,
  moveGuest,
  type ErrorCode,
  PATHS,
  readOutbox,
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
import { spend } from '../limits/action-limits.js';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import type { Caller } from '../limits/callers.js';
import { baseUrlOf } from './base-url.js';
import { ask, serve, serveRecorded } from './serve.js';
import { guestOf } from './who-asks.js';

/** A queue of password hashes takes its time. */
const SLOW = { timeoutMs: 10_000 };
/** Refusals of a guest upon which a page asks again by itself. */
const ASKED_AGAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['guest-wait', 'busy']);

@Controller()
export class IdentityController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.guest.path)
  @HttpCode(200)
  guest(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('guest', request, this.edge.tokens, async () => {
      const caller = this.edge.callers.of(request);
      const refused = this.edge.ceilings.refusalOf('sign-ins', caller.address);
      if (refused !== null) throw refused;
      // Whoever comes for the first time has no device yet: their address' ceiling counts them.
      if (caller.device !== null) {
        await spend(this.edge.limiter, 'sign_in_guest', { userId: '', gameId: 'global', caller });
      }
      await this.edge.turnstile.passed();
      const tokens = await ask(this.#bus, signInAsGuest, {}, { failed: 'guest-wait', ...SLOW }).catch(
        (error: unknown) => {
          // A hall of phones that waits for room asks many times.
          if (!(error instanceof RefusedError) || !ASKED_AGAIN.has(error.code)) this.#count(caller);
          throw error;
        },
      );
      this.#count(caller);
      this.edge.callers.welcome(caller, response);
      return this.#issued(tokens);
    });
  }

  @Post(PATHS.signIn.path)
  @HttpCode(200)
  signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('signIn', request, this.edge.tokens, async ({ body }) => {
      const { device, keep } = this.edge.callers.meet(this.#admit(request));
      const guest = await guestOf(request, this.edge.tokens);
      const asked = { ...body, device, ...(guest === null ? {} : { guest }) };
      const tokens = await ask(this.#bus, signIn, asked, { failed: 'sign-in-failed', ...SLOW });
      keep(response);
      return this.#issued(tokens);
    });
  }

  @Post(PATHS.signUp.path)
  @HttpCode(200)
  signUp(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('signUp', request, this.edge.tokens, async ({ body }) => {
      const { device, keep } = this.edge.callers.meet(this.#admit(request));
      const guest = await guestOf(request, this.edge.tokens);
      const asked = { ...body, device, ...(guest === null ? {} : { guest }) };
      const tokens = await ask(this.#bus, signUp, asked, { failed: 'sign-up-failed', ...SLOW });
      keep(response);
      return this.#issued(tokens);
    });
  }

  @Post(PATHS.refresh.path)
  @HttpCode(200)
  refresh(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('refresh', request, this.edge.tokens, ({ body }) =>
      this.#refresh(body.refreshToken, request, response),
    );
  }

  /** For keycloak-js, which drops its tokens upon a 400 and keeps them upon everything else. */
  @Post(PATHS.token.path)
  @HttpCode(200)
  async token(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    try {
      return await serve('token', request, this.edge.tokens, ({ body }) =>
        this.#refresh(body.refresh_token, request, response),
      );
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
    return serve('signOut', request, this.edge.tokens, ({ body }) => {
      this.edge.ceilings.spend('sign-outs', this.edge.callers.addressOf(request));
      return ask(this.#bus, signOut, body);
    });
  }

  @Post(PATHS.reset.path)
  @HttpCode(200)
  reset(@Req() request: Request) {
    return serve('reset', request, this.edge.tokens, ({ body }) => {
      const { device } = this.#admit(request);
      const baseUrl = baseUrlOf(this.edge.config);
      return ask(this.#bus, requestReset, { ...body, baseUrl, device }, { failed: 'reset-failed', ...SLOW });
    });
  }

  @Post(PATHS.resetConfirm.path)
  @HttpCode(200)
  resetConfirm(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('resetConfirm', request, this.edge.tokens, async ({ body }) => {
      const { device, keep } = this.edge.callers.meet(this.#admit(request));
      await ask(this.#bus, confirmReset, { ...body, device }, SLOW);
      keep(response);
      return {};
    });
  }

  @Post(PATHS.moveGuest.path)
  @HttpCode(200)
  moveGuest(@Req() request: Request) {
    return serve('moveGuest', request, this.edge.tokens, async ({ body, who }) => {
      this.#admit(request);
      const guest = await this.edge.tokens.verify(body.guestToken);
      if (who.isGuest || !guest.isGuest) throw new RefusedError('forbidden');
      return ask(this.#bus, moveGuest, { guest: guest.userId, userId: who.userId });
    });
  }

  @Get(PATHS.guestMoves.path)
  guestMoves(@Req() request: Request) {
    return serve('guestMoves', request, this.edge.tokens, ({ who: { userId } }) =>
      ask(this.#bus, guestMoves, { userId }),
    );
  }

  @Get(PATHS.outbox.path)
  outbox(@Req() request: Request) {
    return serveRecorded('outbox', request, this.edge, () => ask(this.#bus, readOutbox, {}));
  }

  async #refresh(refreshToken: string, request: Request, response: Response): Promise<Tokens> {
    const { device } = this.edge.callers.of(request);
    const tokens = await ask(this.#bus, refreshTokens, { refreshToken, device });
    this.edge.callers.recognise(request, response);
    return this.#issued(tokens);
  }

  /** They come from the identity service, over the bus: their signatures need not be verified again. */
  #issued(tokens: Tokens): Tokens {
    this.edge.tokens.remember(tokens.access_token);
    return tokens;
  }

  #count({ address }: Caller): void {
    this.edge.ceilings.count('sign-ins', address);
  }

  /** Refuses an address that is far above what a hall of phones does. */
  #admit(request: Request): Caller {
    const caller = this.edge.callers.of(request);
    this.edge.ceilings.spend('sign-ins', caller.address);
    return caller;
  }

  get #bus() {
    return this.edge.kit.bus;
  }
}
