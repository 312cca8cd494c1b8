import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  analytics,
  beatSession,
  countFeedback,
  countViews,
  endSession,
  PATHS,
  RefusedError,
  reportErrors,
  templateUse,
  type UserId,
} from '@earworm/contracts';
import type { Request, Response } from 'express';
import { Callers } from '../limits/callers.js';
import { ReportLimits } from '../limits/report-limits.js';
import type { TokenVerifier } from '@earworm/service-kit/auth';
import { TOKENS } from '../gateway.tokens.js';
import { Api } from './api.js';
import { userAgentOf } from '../wire/user-agent.js';
import { whoMayAsk } from './who-asks.js';

const AS_LONG_AS = { timeoutMs: 8_000 };

@Controller()
export class TelemetryController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(ReportLimits) private readonly reports: ReportLimits,
    @Inject(TOKENS) private readonly tokens: TokenVerifier,
  ) {}

  @Post(PATHS.beatSession.path)
  @HttpCode(200)
  beat(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.api.serve('beatSession', request, async ({ body, who }) => {
      this.reports.spendUser(who.userId);
      this.callers.recognise(request, response);
      return this.api.ask(beatSession, {
        ...body,
        userId: who.userId as UserId,
        userName: who.name,
        userType: who.isGuest ? 'guest' : 'registered',
        userAgent: userAgentOf(request),
      });
    });
  }

  @Post(PATHS.endSession.path)
  @HttpCode(200)
  end(@Req() request: Request) {
    return this.api.serve('endSession', request, async ({ body }) => {
      this.reports.spendAddress(request);
      return this.api.ask(endSession, body);
    });
  }

  @Post(PATHS.countViews.path)
  @HttpCode(200)
  views(@Req() request: Request) {
    return this.api.serve('countViews', request, async ({ body }) => {
      this.reports.spendAddress(request);
      return this.api.ask(countViews, body, AS_LONG_AS);
    });
  }

  @Post(PATHS.reportErrors.path)
  @HttpCode(200)
  errors(@Req() request: Request) {
    return this.api.serve('reportErrors', request, async ({ body }) => {
      // An error is worth hearing of also from somebody whose token is no good any more.
      const who = await whoMayAsk(request, this.tokens);
      const userId = who === null ? null : (who.userId as UserId);
      return this.api.ask(reportErrors, { ...body, userId, userAgent: userAgentOf(request) }, AS_LONG_AS);
    });
  }

  @Get(PATHS.analytics.path)
  analytics(@Req() request: Request) {
    return this.api.serve('analytics', request, async ({ query }) => {
      const figures = await this.api.ask(analytics, query, AS_LONG_AS);
      const { span } = figures;
      const { timeZone, gameCode, moderator } = query;
      const filter = { ...(gameCode ? { gameCode } : {}), ...(moderator ? { moderator } : {}) };
      const byHour = figures.hours === undefined ? {} : { byHour: true };
      const isOfAllGames = Object.keys(filter).length === 0;
      const [feedback, used] = await Promise.all([
        isOfAllGames ? this.api.ask(countFeedback, span).catch(unlessRefused) : null,
        this.api.ask(templateUse, { ...span, timeZone, ...byHour, ...filter }).catch(unlessRefused),
      ]);
      return { ...figures, feedback: feedback && feedback.byType, templateUse: used };
    });
  }
}

/** The figures do without a part that is away. */
function unlessRefused(error: unknown): null {
  if (error instanceof RefusedError) return null;
  throw error;
}
