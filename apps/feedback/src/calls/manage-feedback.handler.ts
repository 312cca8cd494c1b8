import {
  changeFeedback,
  countFeedback,
  deleteFeedback,
  exportFeedback,
  listFeedback,
  readScreenshot,
  RefusedError,
} from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { countByType, exportPage, list } from '../feedback/find.js';
import { change, remove, rowOf } from '../feedback/handle.js';
import type { SubmitParts } from '../feedback/submit.js';
import { PARTS } from '../tokens.js';

/** What admins do with feedback. That they are admins the gateway has found out. */
@Injectable()
export class ManageFeedbackHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(PARTS) private readonly parts: SubmitParts,
  ) {}

  serve() {
    const { database, screenshots } = this.parts;
    return allOf(
      this.bus.serve(listFeedback, (request) => list(database, request)),
      this.bus.serve(exportFeedback, (request) => exportPage(database, request)),
      this.bus.serve(countFeedback, (request) => countByType(database, request)),
      this.bus.serve(changeFeedback, (request) => change(database, request)),
      this.bus.serve(deleteFeedback, async ({ feedbackId }) => {
        await remove(database, screenshots, feedbackId);
        return {};
      }),
      this.bus.serve(readScreenshot, async ({ feedbackId }) => {
        const { screenshotKey } = await rowOf(database, feedbackId);
        if (screenshotKey === null) throw new RefusedError('feedback-gone');
        return screenshots.address(screenshotKey);
      }),
    );
  }
}
