import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { FEEDBACK_LIMITS, PATHS, RefusedError, startScreenshotUpload } from '@earworm/contracts';
import type { Request } from 'express';
import { Api } from './api.js';
import { RequestLimits } from './request-limits.js';

@Controller()
export class FeedbackController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
  ) {}

  @Post(PATHS.startScreenshotUpload.path)
  @HttpCode(200)
  startUpload(@Req() request: Request) {
    return this.api.serve('startScreenshotUpload', request, async ({ body, who }) => {
      // First: what is never taken in must not use up an address' bytes.
      if (body.size > FEEDBACK_LIMITS.screenshotBytes) throw new RefusedError('screenshot-too-large');
      await this.limits.spend('screenshot_bytes', request, who.userId, Math.max(1, body.size));
      return this.api.ask(
        startScreenshotUpload,
        { ...body, userId: who.userId },
        { failed: 'screenshots-away', timeoutMs: 8_000 },
      );
    });
  }
}
