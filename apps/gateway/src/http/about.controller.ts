import { Controller, Get, Inject, Req } from '@nestjs/common';
import { PATHS } from '@earworm/contracts';
import type { Request } from 'express';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { serve } from './serve.js';

@Controller()
export class AboutController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Get(PATHS.about.path)
  about(@Req() request: Request) {
    const { PUBLIC_URL, LAN_URL } = this.edge.config;
    return serve('about', request, this.edge.tokens, async () => {
      const { external, endpoints } = await this.edge.signInProvider.facts();
      return {
        publicUrl: PUBLIC_URL ?? null,
        lanUrl: LAN_URL ?? null,
        singleSignOn: external,
        ...(endpoints === null ? {} : { signInEndpoints: endpoints }),
      };
    });
  }
}
