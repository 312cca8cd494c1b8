import { Controller, Get, HttpCode, Inject, Post, Req } from '@nestjs/common';
import {
  acceptClip,
  CLIP_MAX_BYTES,
  clipAddress,
  PATHS,
  RefusedError,
  startClipUpload,
  type UserId,
} from '@earworm/contracts';
import type { Request } from 'express';
import { spend } from '../limits/action-limits.js';
import type { Edge } from '../edge.js';
import { EDGE } from '../edge.token.js';
import { ask, serve } from './serve.js';

/** A clip of twelve megabytes is read and written again. */
const ACCEPT_MS = 15_000;

@Controller()
export class ClipsController {
  constructor(@Inject(EDGE) private readonly edge: Edge) {}

  @Post(PATHS.startClipUpload.path)
  @HttpCode(200)
  start(@Req() request: Request) {
    return serve('startClipUpload', request, this.edge.tokens, async ({ body, who }) => {
      // First: what is never taken in must not use up an address' bytes.
      if (body.size > CLIP_MAX_BYTES) throw new RefusedError('clip-too-large');
      const caller = this.edge.callers.of(request);
      await spend(this.edge.limiter, 'clip_bytes', { userId: who.userId, gameId: 'global', caller, points: body.size });
      const user = { userId: who.userId as UserId, isGuest: who.isGuest };
      return ask(this.edge.kit.bus, startClipUpload, { ...body, ...user }, { failed: 'clips-away' });
    });
  }

  @Post(PATHS.acceptClip.path)
  @HttpCode(200)
  accept(@Req() request: Request) {
    return serve('acceptClip', request, this.edge.tokens, ({ params: { uploadId }, who }) =>
      ask(
        this.edge.kit.bus,
        acceptClip,
        { uploadId, userId: who.userId as UserId, isGuest: who.isGuest },
        { failed: 'clips-away', timeoutMs: ACCEPT_MS },
      ),
    );
  }

  @Get(PATHS.clipAddress.path)
  address(@Req() request: Request) {
    return serve('clipAddress', request, this.edge.tokens, ({ params }) =>
      ask(this.edge.kit.bus, clipAddress, params, { failed: 'clips-away' }),
    );
  }
}
