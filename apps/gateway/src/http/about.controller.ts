import { Controller, Inject, Req } from '@nestjs/common';
import type { Request as HttpRequest } from 'express';
import type { GatewayConfig } from '../gateway.config.js';
import { CONFIG } from '@earworm/service-kit/bootstrap';
import { SignInProvider } from './sign-in-provider.js';
import { Api } from './api.js';
import { RouteHandler } from './route-table.js';

@Controller()
export class AboutController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @Inject(SignInProvider) private readonly signInProvider: SignInProvider,
  ) {}

  @RouteHandler('about')
  about(@Req() request: HttpRequest) {
    const { PUBLIC_URL, LAN_URL } = this.config;
    return this.api.serve('about', request, async () => {
      const { external, endpoints } = await this.signInProvider.facts();
      return {
        publicUrl: PUBLIC_URL ?? null,
        lanUrl: LAN_URL ?? null,
        singleSignOn: external,
        ...(endpoints === null ? {} : { signInEndpoints: endpoints }),
      };
    });
  }
}
