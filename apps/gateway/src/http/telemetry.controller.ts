import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import {
  analytics,
  beatSession,
  countFeedback,
  countViews,
  endSession,
  errorLogs,
  PATHS,
  RefusedError,
  reportErrors,
  templateUse,
  type UserId,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Request, Response } from 'express';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import type { Caller } from '../limits/callers.js';
import { ReportLimit } from '../limits/report-limit.js';
import { ask, serve } from './serve.js';

const BY_USER = { burst: 60, perSecond: 1 };
/** Five reports at once of each of 300 phones, and then one in three seconds; the ceiling that all gateways share answers later than a flood comes. */
const BY_ADDRESS = { burst: 1_500, perSecond: 100 };
const AGENT_LENGTH = 512;
const SIGNATURE_LENGTH = 64;
const AS_LONG_AS = { timeoutMs: 8_000 };

@Controller()
export class TelemetryController {
  readonly #byUser = new ReportLimit(BY_USER);
  readonly #byPage = new ReportLimit(BY_USER);
  readonly #byAddress = new ReportLimit(BY_ADDRESS);

  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.beatSession.path)
  @HttpCode(200)
  beat(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return serve('beatSession', request, this.edge.tokens, async ({ body, who }) => {
      this.#byUser.spend(who.userId);
      this.edge.callers.recognise(request, response);
      return ask(this.edge.kit.bus, beatSession, {
        ...body,
        userId: who.userId as UserId,
        userName: who.name,
        userType: who.isGuest ? 'guest' : 'registered',
        userAgent: agentOf(request),
      });
    });
  }

  @Post(PATHS.endSession.path)
  @HttpCode(200)
  end(@Req() request: Request) {
    return serve('endSession', request, this.edge.tokens, async ({ body }) => {
      this.#spendAddress(request);
      return ask(this.edge.kit.bus, endSession, body);
    });
  }

  @Post(PATHS.countViews.path)
  @HttpCode(200)
  views(@Req() request: Request) {
    return serve('countViews', request, this.edge.tokens, async ({ body }) => {
      this.#spendAddress(request);
      return ask(this.edge.kit.bus, countViews, body, AS_LONG_AS);
    });
  }

  @Post(PATHS.reportErrors.path)
  @HttpCode(200)
  errors(@Req() request: Request) {
    return serve('reportErrors', request, this.edge.tokens, async ({ body }) => {
      // Before the token is looked at: that is what costs most. And one mad page must not use up what its venue may send.
      const caller = this.edge.callers.of(request);
      this.#byPage.spend(pageOf(request) ?? deviceOf(caller));
      this.#spendAddress(request);
      const who = await this.#whoIfAnybody(request);
      // A token that is made up makes nobody somebody else.
      this.#byUser.spend(who?.userId ?? deviceOf(caller));
      const userId = who === null ? null : (who.userId as UserId);
      return ask(this.edge.kit.bus, reportErrors, { ...body, userId, userAgent: agentOf(request) }, AS_LONG_AS);
    });
  }

  @Get(PATHS.analytics.path)
  analytics(@Req() request: Request) {
    return serve('analytics', request, this.edge.tokens, async ({ query }) => {
      const figures = await ask(this.edge.kit.bus, analytics, query, AS_LONG_AS);
      const { span } = figures;
      const [feedback, used] = await Promise.all([
        ask(this.edge.kit.bus, countFeedback, span).catch(unlessRefused),
        ask(this.edge.kit.bus, templateUse, { ...span, timeZone: query.timeZone }).catch(unlessRefused),
      ]);
      return { ...figures, feedback: feedback && feedback.byType, templateUse: used };
    });
  }

  @Get(PATHS.errorLogs.path)
  errorLogs(@Req() request: Request) {
    return serve('errorLogs', request, this.edge.tokens, ({ params }) => ask(this.edge.kit.bus, errorLogs, params));
  }

  #spendAddress(request: Request): void {
    const address = this.edge.callers.addressOf(request);
    if (address !== null) this.#byAddress.spend(address);
    this.edge.ceilings.spend('reports', address);
  }

  /** An error is worth hearing of also from somebody whose token is no good any more. */
  async #whoIfAnybody(request: Request): Promise<Principal | null> {
    const token = /^Bearer ([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    return this.edge.tokens.verify(token).catch(() => null);
  }
}

/** The figures do without a part that is away. */
function unlessRefused(error: unknown): null {
  if (error instanceof RefusedError) return null;
  throw error;
}

const agentOf = (request: Request): string => (request.headers['user-agent'] ?? '').slice(0, AGENT_LENGTH);
/** The end of a token is its signature. */
const pageOf = (request: Request): string | undefined => request.headers.authorization?.slice(-SIGNATURE_LENGTH);
/** A beacon shows its device instead of a token, and those who have neither are one page. */
const deviceOf = ({ device, address }: Caller): string => device ?? `nobody at ${address ?? ''}`;
