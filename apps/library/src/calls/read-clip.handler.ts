import { readClip, RefusedError } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { readStarterClip } from '../starter/starter-quiz.js';

@Injectable()
export class ReadClipHandler implements CallHandler {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  serve() {
    return this.bus.serve(readClip, async ({ clipId }) => {
      const clip = await readStarterClip(clipId);
      if (!clip) throw new RefusedError('not-found');
      return clip;
    });
  }
}
