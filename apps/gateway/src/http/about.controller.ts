import { Controller, Get, Inject, Req } from '@nestjs/common';
import { PATHS, signingKeys } from '@earworm/contracts';
import type { Request } from 'express';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { serve } from './serve.js';

/** Links to join wait for this answer, also while the identity service is down. */
const ASK_WITHIN_MS = 500;

@Controller()
export class AboutController {
  #external: Promise<boolean> | null = null;

  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Get(PATHS.about.path)
  about(@Req() request: Request) {
    const { PUBLIC_URL, LAN_URL } = this.edge.config;
    return serve('about', request, this.edge.tokens, async () => ({
      publicUrl: PUBLIC_URL ?? null,
      lanUrl: LAN_URL ?? null,
      singleSignOn: await this.#hasExternalProvider(),
    }));
  }

  /** Asked until it is known; then it is remembered, because it changes only with the configuration. */
  #hasExternalProvider(): Promise<boolean> {
    this.#external ??= this.edge.kit.bus
      .call(signingKeys, {}, { timeoutMs: ASK_WITHIN_MS })
      .then(({ external = false }) => external)
      .catch(() => {
        this.#external = null;
        return false;
      });
    return this.#external;
  }
}
