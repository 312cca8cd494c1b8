import { Controller, Inject, Req, Res } from '@nestjs/common';
import { canonicalNetwork, limitRefusal, messageOf } from '@earworm/contracts';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { checkActionLimit, type Limiter } from '../limits/action-limits.js';
import { Callers } from '../limits/callers.js';
import type { Figures } from '../operations/figures.js';
import { FIGURES, LIMITER } from '../gateway.tokens.js';
import { Api } from './api.js';
import { RouteHandler } from './route-table.js';

const ANSWERED_WITHIN_MS = 1_000;

@Controller()
export class LimitsController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(LIMITER) private readonly limiter: Limiter,
    @Inject(FIGURES) private readonly figures: Figures,
  ) {}

  @RouteHandler('ownNetwork')
  network(@Req() request: HttpRequest) {
    return this.api.serve('ownNetwork', request, async () => {
      const address = this.callers.addressOf(request);
      return { network: address === null ? null : canonicalNetwork(address) };
    });
  }

  @RouteHandler('checkGameActionLimit')
  check(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('checkGameActionLimit', request, async ({ body, user }) => {
      const input = { userId: user.userId, ...body, ...this.callers.of(request), spend: true };
      const { allowed, remaining, resetTime } = await checkActionLimit(
        { ...this.limiter, withinMs: Math.max(this.limiter.withinMs, ANSWERED_WITHIN_MS) },
        input,
      );
      if (allowed) return { remaining, resetTime };
      const { code, params } = limitRefusal(body.action, resetTime);
      this.figures.refused(code);
      response.status(429).setHeader('retry-after', String(params['n']));
      return { code, params, message: messageOf(code, params), remaining, resetTime };
    });
  }
}
