import {
  acceptClip,
  clipAddress,
  libraryRetention,
  readClip,
  RefusedError,
  startClipUpload,
  type RequestOf,
} from '@earworm/contracts';
import { CONFIG, Handles } from '@earworm/service-kit/bootstrap';
import { Inject, Injectable } from '@nestjs/common';
import { Clips } from '../clips/clips.js';
import type { LibraryConfig } from '../library.config.js';
import { readStarterClip } from '../starter/starter-quiz.js';
import { GUEST_KEEP_DAYS } from '../templates/change-template.js';

@Injectable()
export class ClipsHandler {
  constructor(
    private readonly clips: Clips,
    @Inject(CONFIG) private readonly config: Pick<LibraryConfig, 'CLIP_KEEP_DAYS'>,
  ) {}

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

  /** A clip is marked first, and deleted as many days later. */
  @Handles(libraryRetention)
  retention() {
    return { clipDays: 2 * this.config.CLIP_KEEP_DAYS, guestTemplateDays: GUEST_KEEP_DAYS };
  }

  @Handles(readClip)
  async read({ clipId }: RequestOf<typeof readClip>) {
    const clip = await readStarterClip(clipId);
    if (!clip) throw new RefusedError('not-found');
    return clip;
  }
}
