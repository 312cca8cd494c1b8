import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { limitRefusal, messageOf, PATHS } from '@earworm/contracts';
import type { Request, Response } from 'express';
import { askLimit } from '../limits/action-limits.js';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { serve } from './serve.js';

/** A page that asks can wait longer than a command. */
const ANSWERED_WITHIN_MS = 1_000;

@Controller()
export class LimitsController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.checkGameActionLimit.path)
  @HttpCode(200)
  check(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('checkGameActionLimit', request, this.edge.tokens, async ({ body, who }) => {
      const input = { userId: who.userId, ...body, ...this.edge.callers.of(request) };
      const { allowed, remaining, resetTime } = await askLimit(
        { ...this.edge.limiter, withinMs: Math.max(this.edge.limiter.withinMs, ANSWERED_WITHIN_MS) },
        input,
      );
      if (allowed) return { remaining, resetTime };
      const { code, params } = limitRefusal(body.action, resetTime);
      this.edge.figures.refused(code);
      response.status(429).setHeader('retry-after', String(params['n']));
      return { code, params, message: messageOf(code, params), remaining, resetTime };
    });
  }
}
