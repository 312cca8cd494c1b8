import { acceptClip, clipAddress, readClip, RefusedError, startClipUpload, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { Clips } from '../clips/clips.js';
import { readStarterClip } from '../starter/starter-quiz.js';

@Injectable()
export class ClipsHandler {
  constructor(private readonly clips: Clips) {}

  @Handles(startClipUpload)
  startUpload({ userId, size, isGuest }: RequestOf<typeof startClipUpload>) {
    return this.clips.startUpload(userId, size, isGuest);
  }

  @Handles(acceptClip)
  async accept({ userId, uploadId, isGuest }: RequestOf<typeof acceptClip>) {
    return { clipId: await this.clips.accept(userId, uploadId, isGuest) };
  }

  @Handles(clipAddress)
  async address({ clipId }: RequestOf<typeof clipAddress>) {
    return { url: await this.clips.address(clipId) };
  }

  @Handles(readClip)
  async read({ clipId }: RequestOf<typeof readClip>) {
    const clip = await readStarterClip(clipId);
    if (!clip) throw new RefusedError('not-found');
    return clip;
  }
}
