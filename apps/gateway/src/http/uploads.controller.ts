import { Controller, Inject, Req } from '@nestjs/common';
import {
  CLIP_MAX_BYTES,
  RefusedError,
  startClipUpload,
  type UserId,
  FEEDBACK_LIMITS,
  startScreenshotUpload,
} from '@earworm/contracts';
import type { Request as HttpRequest } from 'express';
import { Api } from './api.js';
import { RequestLimits } from './request-limits.js';
import { RouteHandler } from './route-table.js';

@Controller()
export class UploadsController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
  ) {}

  @RouteHandler('startClipUpload')
  startClip(@Req() request: HttpRequest) {
    return this.api.serve('startClipUpload', request, async ({ body, user }) => {
      // Before charging: a refused file costs no bytes.
      if (body.size > CLIP_MAX_BYTES) throw new RefusedError('clip-too-large');
      await this.limits.spend('clip_bytes', request, user.userId, body.size);
      const { userId, isGuest } = user;
      return this.api.call(startClipUpload, { ...body, userId: userId as UserId, isGuest }, { failed: 'clips-away' });
    });
  }

  @RouteHandler('startScreenshotUpload')
  startScreenshot(@Req() request: HttpRequest) {
    return this.api.serve('startScreenshotUpload', request, async ({ body, user }) => {
      if (body.size > FEEDBACK_LIMITS.screenshotBytes) throw new RefusedError('screenshot-too-large');
      await this.limits.spend('screenshot_bytes', request, user.userId, Math.max(1, body.size));
      return this.api.call(
        startScreenshotUpload,
        { ...body, userId: user.userId },
        { failed: 'screenshots-away', timeoutMs: 8_000 },
      );
    });
  }
}
