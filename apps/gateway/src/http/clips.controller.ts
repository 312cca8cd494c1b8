import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { CLIP_MAX_BYTES, PATHS, RefusedError, startClipUpload, type UserId } from '@earworm/contracts';
import type { Request } from 'express';
import { Api } from './api.js';
import { RequestLimits } from './request-limits.js';

@Controller()
export class ClipsController {
  constructor(
    @Inject(Api) private readonly api: Api,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
  ) {}

  @Post(PATHS.startClipUpload.path)
  @HttpCode(200)
  start(@Req() request: Request) {
    return this.api.serve('startClipUpload', request, async ({ body, who }) => {
      // First: what is never taken in must not use up an address' bytes.
      if (body.size > CLIP_MAX_BYTES) throw new RefusedError('clip-too-large');
      await this.limits.spend('clip_bytes', request, who.userId, body.size);
      const user = { userId: who.userId as UserId, isGuest: who.isGuest };
      return this.api.ask(startClipUpload, { ...body, ...user }, { failed: 'clips-away' });
    });
  }
}
