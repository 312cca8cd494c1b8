import { Controller, Inject, Req, Res } from '@nestjs/common';
import {
  analytics,
  beatSession,
  countFeedback,
  countViews,
  endSession,
  RefusedError,
  reportErrors,
  templateUse,
  type UserId,
} from '@earworm/contracts';
import type { Request as HttpRequest, Response as HttpResponse } from 'express';
import { Callers } from '../limits/callers.js';
import { ReportLimits } from '../limits/report-limits.js';
import { Api } from './api.js';
import { userAgentOf } from '../wire/request.js';
import { principalOf } from './request-identity.js';
import { RouteHandler } from './route-table.js';

const SLOW = { timeoutMs: 8_000 };

@Controller()
export class TelemetryController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(Callers) private readonly callers: Callers,
    @Inject(ReportLimits) private readonly reports: ReportLimits,
  ) {}

  @RouteHandler('beatSession')
  beat(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    return this.api.serve('beatSession', request, async ({ body, user }) => {
      this.reports.spendUser(user.userId);
      this.callers.ensureDevice(request, response);
      return this.api.call(beatSession, {
        ...body,
        userId: user.userId as UserId,
        userName: user.name,
        userType: user.isGuest ? 'guest' : 'registered',
        userAgent: userAgentOf(request),
      });
    });
  }

  @RouteHandler('endSession')
  end(@Req() request: HttpRequest) {
    return this.api.serve('endSession', request, async ({ body }) => {
      this.reports.spendAddress(request);
      return this.api.call(endSession, body);
    });
  }

  @RouteHandler('countViews')
  views(@Req() request: HttpRequest) {
    return this.api.serve('countViews', request, async ({ body }) => {
      this.reports.spendAddress(request);
      return this.api.call(countViews, body, SLOW);
    });
  }

  @RouteHandler('reportErrors')
  errors(@Req() request: HttpRequest) {
    return this.api.serve('reportErrors', request, async ({ body }) => {
      const userId = (principalOf(request)?.userId ?? null) as UserId | null;
      return this.api.call(reportErrors, { ...body, userId, userAgent: userAgentOf(request) }, SLOW);
    });
  }

  @RouteHandler('analytics')
  analytics(@Req() request: HttpRequest) {
    return this.api.serve('analytics', request, async ({ query }) => {
      const figures = await this.api.call(analytics, query, SLOW);
      const { span } = figures;
      const { timeZone, gameCode, moderator } = query;
      const filter = { ...(gameCode ? { gameCode } : {}), ...(moderator ? { moderator } : {}) };
      const byHour = figures.hours === undefined ? {} : { byHour: true };
      const isOfAllGames = Object.keys(filter).length === 0;
      const [feedback, used] = await Promise.all([
        isOfAllGames ? this.api.call(countFeedback, span).catch(unlessRefused) : null,
        this.api.call(templateUse, { ...span, timeZone, ...byHour, ...filter }).catch(unlessRefused),
      ]);
      return { ...figures, feedback: feedback && feedback.byType, templateUse: used };
    });
  }
}

function unlessRefused(error: unknown): null {
  if (error instanceof RefusedError) return null;
  throw error;
}
