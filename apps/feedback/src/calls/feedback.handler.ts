import {
  changeFeedback,
  countFeedback,
  deleteFeedback,
  eraseInFeedback,
  erasePersonInFeedback,
  exportFeedback,
  exportFromFeedback,
  listFeedback,
  moveInFeedback,
  readScreenshot,
  RefusedError,
  startScreenshotUpload,
  submitFeedback,
  type RequestOf,
} from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { exportRows } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { change, remove, rowOf } from '../feedback/changes.js';
import { eraseGames } from '../feedback/erase-games.js';
import { erasePerson } from '../feedback/erase-person.js';
import { FeedbackRow } from '../feedback/feedback.entity.js';
import { countByType, EXPORT_OF_FEEDBACK, exportPage, list } from '../feedback/queries.js';
import { submit, SUBMIT_OPTIONS, type SubmitOptions } from '../feedback/submit.js';

@Injectable()
export class FeedbackHandler {
  constructor(@Inject(SUBMIT_OPTIONS) private readonly options: SubmitOptions) {}

  @Handles(submitFeedback)
  submit(request: RequestOf<typeof submitFeedback>) {
    return submit(this.options, request);
  }

  @Handles(startScreenshotUpload)
  startUpload(request: RequestOf<typeof startScreenshotUpload>) {
    return this.options.screenshots.start(request);
  }

  @Handles(listFeedback)
  list(request: RequestOf<typeof listFeedback>) {
    return list(this.options.database, request);
  }

  @Handles(exportFeedback)
  export(request: RequestOf<typeof exportFeedback>) {
    return exportPage(this.options.database, request);
  }

  @Handles(countFeedback)
  count(request: RequestOf<typeof countFeedback>) {
    return countByType(this.options.database, request);
  }

  @Handles(changeFeedback)
  change(request: RequestOf<typeof changeFeedback>) {
    return change(this.options.database, request);
  }

  @Handles(deleteFeedback)
  async delete({ feedbackId }: RequestOf<typeof deleteFeedback>) {
    await remove(this.options.database, this.options.screenshots, feedbackId);
    return {};
  }

  @Handles(readScreenshot)
  async readScreenshot({ feedbackId }: RequestOf<typeof readScreenshot>) {
    const { screenshotKey } = await rowOf(this.options.database, feedbackId);
    if (screenshotKey === null) throw new RefusedError('feedback-gone');
    return this.options.screenshots.address(screenshotKey);
  }

  @Handles(eraseInFeedback)
  async eraseGames({ gameIds }: RequestOf<typeof eraseInFeedback>) {
    await eraseGames(this.options.database, this.options.screenshots, gameIds);
    return {};
  }

  @Handles(erasePersonInFeedback)
  async erasePerson(request: RequestOf<typeof erasePersonInFeedback>) {
    await erasePerson(this.options.database, this.options.screenshots, request);
    return {};
  }

  @Handles(exportFromFeedback)
  exportPerson(request: RequestOf<typeof exportFromFeedback>) {
    return exportRows(this.options.database, EXPORT_OF_FEEDBACK, request);
  }

  /** To the account that a guest has signed in to. */
  @Handles(moveInFeedback)
  async move({ from, to }: RequestOf<typeof moveInFeedback>) {
    await this.options.database.getRepository(FeedbackRow).update({ userId: from }, { userId: to });
    return {};
  }
}
