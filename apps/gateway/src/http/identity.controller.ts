import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  confirmReset,
  PATHS,
  readOutbox,
  refreshTokens,
  requestReset,
  signIn,
  signInAsGuest,
  signOut,
  signUp,
} from '@earworm/contracts';
import type { Request } from 'express';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { baseUrlOf } from './base-url.js';
import { ask, serve } from './serve.js';

/** A queue of password hashes takes its time. */
const SLOW = { timeoutMs: 10_000 };

@Controller()
export class IdentityController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.guest.path)
  @HttpCode(200)
  guest(@Req() request: Request) {
    return serve('guest', request, this.edge.tokens, ({ body }) =>
      ask(this.#bus, signInAsGuest, body, { failed: 'guest-failed', ...SLOW }),
    );
  }

  @Post(PATHS.signIn.path)
  @HttpCode(200)
  signIn(@Req() request: Request) {
    return serve('signIn', request, this.edge.tokens, ({ body }) =>
      ask(this.#bus, signIn, body, { failed: 'sign-in-failed', ...SLOW }),
    );
  }

  @Post(PATHS.signUp.path)
  @HttpCode(200)
  signUp(@Req() request: Request) {
    return serve('signUp', request, this.edge.tokens, ({ body }) =>
      ask(this.#bus, signUp, body, { failed: 'sign-up-failed', ...SLOW }),
    );
  }

  @Post(PATHS.refresh.path)
  @HttpCode(200)
  refresh(@Req() request: Request) {
    return serve('refresh', request, this.edge.tokens, ({ body }) => ask(this.#bus, refreshTokens, body));
  }

  @Post(PATHS.signOut.path)
  @HttpCode(200)
  signOut(@Req() request: Request) {
    return serve('signOut', request, this.edge.tokens, ({ body }) => ask(this.#bus, signOut, body));
  }

  @Post(PATHS.reset.path)
  @HttpCode(200)
  reset(@Req() request: Request) {
    return serve('reset', request, this.edge.tokens, ({ body }) =>
      ask(
        this.#bus,
        requestReset,
        { ...body, baseUrl: baseUrlOf(request, this.edge.config) },
        { failed: 'reset-failed', ...SLOW },
      ),
    );
  }

  @Post(PATHS.resetConfirm.path)
  @HttpCode(200)
  resetConfirm(@Req() request: Request) {
    return serve('resetConfirm', request, this.edge.tokens, ({ body }) => ask(this.#bus, confirmReset, body, SLOW));
  }

  @Get(PATHS.outbox.path)
  outbox(@Req() request: Request) {
    return serve('outbox', request, this.edge.tokens, () => ask(this.#bus, readOutbox, {}));
  }

  get #bus() {
    return this.edge.kit.bus;
  }
}
