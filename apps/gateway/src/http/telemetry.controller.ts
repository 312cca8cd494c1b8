import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  analytics,
  beatSession,
  countFeedback,
  countViews,
  endSession,
  errorLogs,
  pastGames,
  PATHS,
  RefusedError,
  reportErrors,
  templateUse,
  type UserId,
} from '@earworm/contracts';
import type { Request, Response } from 'express';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { ask, serve, serveRecorded } from './serve.js';
import { userAgentOf } from './user-agent.js';
import { whoMayAsk } from './who-asks.js';

const AS_LONG_AS = { timeoutMs: 8_000 };

@Controller()
export class TelemetryController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.beatSession.path)
  @HttpCode(200)
  beat(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('beatSession', request, this.edge.tokens, async ({ body, who }) => {
      this.edge.reports.spendUser(who.userId);
      this.edge.callers.recognise(request, response);
      return ask(this.edge.kit.bus, beatSession, {
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
    return serve('endSession', request, this.edge.tokens, async ({ body }) => {
      this.edge.reports.spendAddress(request);
      return ask(this.edge.kit.bus, endSession, body);
    });
  }

  @Post(PATHS.countViews.path)
  @HttpCode(200)
  views(@Req() request: Request) {
    return serve('countViews', request, this.edge.tokens, async ({ body }) => {
      this.edge.reports.spendAddress(request);
      return ask(this.edge.kit.bus, countViews, body, AS_LONG_AS);
    });
  }

  @Post(PATHS.reportErrors.path)
  @HttpCode(200)
  errors(@Req() request: Request) {
    return serve('reportErrors', request, this.edge.tokens, async ({ body }) => {
      // An error is worth hearing of also from somebody whose token is no good any more.
      const who = await whoMayAsk(request, this.edge.tokens);
      const userId = who === null ? null : (who.userId as UserId);
      return ask(this.edge.kit.bus, reportErrors, { ...body, userId, userAgent: userAgentOf(request) }, AS_LONG_AS);
    });
  }

  @Get(PATHS.analytics.path)
  analytics(@Req() request: Request) {
    return serve('analytics', request, this.edge.tokens, async ({ query }) => {
      const figures = await ask(this.edge.kit.bus, analytics, query, AS_LONG_AS);
      const { span } = figures;
      const { timeZone, gameCode, moderator } = query;
      const filter = { ...(gameCode ? { gameCode } : {}), ...(moderator ? { moderator } : {}) };
      const byHour = figures.hours === undefined ? {} : { byHour: true };
      const isOfAllGames = Object.keys(filter).length === 0;
      const [feedback, used] = await Promise.all([
        isOfAllGames ? ask(this.edge.kit.bus, countFeedback, span).catch(unlessRefused) : null,
        ask(this.edge.kit.bus, templateUse, { ...span, timeZone, ...byHour, ...filter }).catch(unlessRefused),
      ]);
      return { ...figures, feedback: feedback && feedback.byType, templateUse: used };
    });
  }

  @Post(PATHS.exportAnalytics.path)
  @HttpCode(200)
  exportAnalytics(@Req() request: Request) {
    // The page has the figures; what is missing is that somebody took them away.
    return serveRecorded('exportAnalytics', request, this.edge, () => Promise.resolve({}));
  }

  @Get(PATHS.errorLogs.path)
  errorLogs(@Req() request: Request) {
    return serveRecorded('errorLogs', request, this.edge, ({ params }) => ask(this.edge.kit.bus, errorLogs, params));
  }

  @Get(PATHS.pastGames.path)
  pastGames(@Req() request: Request) {
    return serve('pastGames', request, this.edge.tokens, ({ query }) => ask(this.edge.kit.bus, pastGames, query));
  }
}

/** The figures do without a part that is away. */
function unlessRefused(error: unknown): null {
  if (error instanceof RefusedError) return null;
  throw error;
}
