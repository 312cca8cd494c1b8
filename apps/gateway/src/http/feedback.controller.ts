import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  changeFeedback,
  deleteFeedback,
  exportFeedback,
  FEEDBACK_LIMITS,
  listFeedback,
  PATHS,
  readScreenshot,
  RefusedError,
  startScreenshotUpload,
  submitFeedback,
} from '@earworm/contracts';
import type { Request } from 'express';
import { spend } from '../limits/action-limits.js';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { ask, serve, serveRecorded } from './serve.js';
import { userAgentOf } from './user-agent.js';

/** A picture is fetched, made anew and stored meanwhile; browsers wait for 15 s. */
const SUBMIT_WITHIN_MS = 14_000;

@Controller()
export class FeedbackController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.submitFeedback.path)
  @HttpCode(200)
  submit(@Req() request: Request) {
    return serve('submitFeedback', request, this.edge.tokens, ({ body: { context, ...form }, who }) =>
      ask(
        this.edge.kit.bus,
        submitFeedback,
        {
          ...form,
          ...(context === undefined ? {} : { context: { ...context, userAgent: userAgentOf(request) } }),
          userId: who.userId,
          userEmail: who.email ?? null,
        },
        { failed: 'feedback-failed', timeoutMs: SUBMIT_WITHIN_MS },
      ),
    );
  }

  @Post(PATHS.startScreenshotUpload.path)
  @HttpCode(200)
  startUpload(@Req() request: Request) {
    return serve('startScreenshotUpload', request, this.edge.tokens, async ({ body, who }) => {
      // First: what is never taken in must not use up an address' bytes.
      if (body.size > FEEDBACK_LIMITS.screenshotBytes) throw new RefusedError('screenshot-too-large');
      const spender = { userId: who.userId, gameId: 'global', caller: this.edge.callers.of(request) };
      await spend(this.edge.limiter, 'screenshot_bytes', { ...spender, points: Math.max(1, body.size) });
      return ask(
        this.edge.kit.bus,
        startScreenshotUpload,
        { ...body, userId: who.userId },
        { failed: 'screenshots-away', timeoutMs: 8_000 },
      );
    });
  }

  @Get(PATHS.listFeedback.path)
  list(@Req() request: Request) {
    return serve('listFeedback', request, this.edge.tokens, ({ query }) => ask(this.edge.kit.bus, listFeedback, query));
  }

  @Post(PATHS.exportFeedback.path)
  @HttpCode(200)
  export(@Req() request: Request) {
    return serveRecorded('exportFeedback', request, this.edge, ({ body }) =>
      ask(this.edge.kit.bus, exportFeedback, body),
    );
  }

  @Post(PATHS.changeFeedback.path)
  @HttpCode(200)
  change(@Req() request: Request) {
    return serveRecorded('changeFeedback', request, this.edge, ({ params, body, who }) =>
      ask(this.edge.kit.bus, changeFeedback, { ...params, ...body, handledBy: who.name }),
    );
  }

  @Post(PATHS.deleteFeedback.path)
  @HttpCode(200)
  delete(@Req() request: Request) {
    return serveRecorded('deleteFeedback', request, this.edge, ({ params }) =>
      ask(this.edge.kit.bus, deleteFeedback, params, { timeoutMs: 8_000 }),
    );
  }

  @Get(PATHS.readScreenshot.path)
  screenshot(@Req() request: Request) {
    return serveRecorded('readScreenshot', request, this.edge, ({ params }) =>
      ask(this.edge.kit.bus, readScreenshot, params),
    );
  }
}
