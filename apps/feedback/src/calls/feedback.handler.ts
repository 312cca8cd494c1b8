import {
  changeFeedback,
  countFeedback,
  deleteFeedback,
  exportFeedback,
  listFeedback,
  moveInFeedback,
  readScreenshot,
  RefusedError,
  startScreenshotUpload,
  submitFeedback,
  type RequestOf,
} from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Inject, Injectable } from '@nestjs/common';
import { FeedbackRow } from '../feedback/feedback.entity.js';
import { countByType, exportPage, list } from '../feedback/queries.js';
import { change, remove, rowOf } from '../feedback/changes.js';
import { PARTS, submit, type SubmitParts } from '../feedback/submit.js';

/** Taking feedback, and what admins do with it. That they are admins the gateway has found out. */
@Injectable()
export class FeedbackHandler {
  constructor(@Inject(PARTS) private readonly parts: SubmitParts) {}

  @Handles(submitFeedback)
  submit(request: RequestOf<typeof submitFeedback>) {
    return submit(this.parts, request);
  }

  @Handles(startScreenshotUpload)
  startUpload(request: RequestOf<typeof startScreenshotUpload>) {
    return this.parts.screenshots.start(request);
  }

  @Handles(listFeedback)
  list(request: RequestOf<typeof listFeedback>) {
    return list(this.parts.database, request);
  }

  @Handles(exportFeedback)
  export(request: RequestOf<typeof exportFeedback>) {
    return exportPage(this.parts.database, request);
  }

  @Handles(countFeedback)
  count(request: RequestOf<typeof countFeedback>) {
    return countByType(this.parts.database, request);
  }

  @Handles(changeFeedback)
  change(request: RequestOf<typeof changeFeedback>) {
    return change(this.parts.database, request);
  }

  @Handles(deleteFeedback)
  async delete({ feedbackId }: RequestOf<typeof deleteFeedback>) {
    await remove(this.parts.database, this.parts.screenshots, feedbackId);
    return {};
  }

  @Handles(readScreenshot)
  async readScreenshot({ feedbackId }: RequestOf<typeof readScreenshot>) {
    const { screenshotKey } = await rowOf(this.parts.database, feedbackId);
    if (screenshotKey === null) throw new RefusedError('feedback-gone');
    return this.parts.screenshots.address(screenshotKey);
  }

  /** What a guest has sent is the account's that they signed in to. */
  @Handles(moveInFeedback)
  async move({ from, to }: RequestOf<typeof moveInFeedback>) {
    await this.parts.database.getRepository(FeedbackRow).update({ userId: from }, { userId: to });
    return {};
  }
}
