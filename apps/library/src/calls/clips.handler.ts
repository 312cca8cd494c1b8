import { acceptClip, clipAddress, startClipUpload } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { Clips } from '../clips/clips.js';
import { BUS } from '../tokens.js';
import { allOf, type CallHandler } from './call-handler.js';

@Injectable()
export class ClipsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Clips) private readonly clips: Clips,
  ) {}

  serve() {
    const { bus, clips } = this;
    return allOf(
      bus.serve(startClipUpload, ({ userId, size }) => clips.startUpload(userId, size)),
      bus.serve(acceptClip, async ({ userId, uploadId }) => ({ clipId: await clips.accept(userId, uploadId) })),
      bus.serve(clipAddress, async ({ clipId }) => ({ url: await clips.address(clipId) })),
    );
  }
}
