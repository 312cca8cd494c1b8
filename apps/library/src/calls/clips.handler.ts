import { acceptClip, clipAddress, startClipUpload } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { Clips } from '../clips/clips.js';

@Injectable()
export class ClipsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(Clips) private readonly clips: Clips,
  ) {}

  serve() {
    const { bus, clips } = this;
    return allOf(
      bus.serve(startClipUpload, ({ userId, size, isGuest }) => clips.startUpload(userId, size, isGuest)),
      bus.serve(acceptClip, async ({ userId, uploadId, isGuest }) => ({
        clipId: await clips.accept(userId, uploadId, isGuest),
      })),
      bus.serve(clipAddress, async ({ clipId }) => ({ url: await clips.address(clipId) })),
    );
  }
}
