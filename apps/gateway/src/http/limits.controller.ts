import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { checkLimit, LIMIT_REFUSALS, messageOf, PATHS } from '@earworm/contracts';
import { BusError } from '@earworm/service-kit/bus';
import type { Request, Response } from 'express';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { serve } from './serve.js';

/** What is said when the limiter is away: the action is allowed. */
const ALLOWED = { allowed: true, remaining: 1, resetTime: 0 };

@Controller()
export class LimitsController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.checkGameActionLimit.path)
  @HttpCode(200)
  check(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('checkGameActionLimit', request, this.edge.tokens, async ({ body, who }) => {
      const input = { userId: who.userId, ...body, ...this.edge.callers.of(request) };
      const { allowed, remaining, resetTime } = await this.edge.kit.bus
        .call(checkLimit, input, { timeoutMs: 1_000 })
        .catch((error: unknown) => {
          if (error instanceof BusError) return ALLOWED;
          throw error;
        });
      if (allowed) return { remaining, resetTime };
      const { code, defaultWait } = LIMIT_REFUSALS[body.action];
      const params = { n: resetTime > 0 ? Math.ceil(resetTime / 1000) : defaultWait };
      response.status(429).setHeader('retry-after', String(params.n));
      return { code, params, message: messageOf(code, params), remaining, resetTime };
    });
  }
}
