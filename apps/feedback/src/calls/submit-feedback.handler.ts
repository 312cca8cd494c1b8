import { startScreenshotUpload, submitFeedback } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { submit, type SubmitParts } from '../feedback/submit.js';
import { PARTS } from '../tokens.js';

@Injectable()
export class SubmitFeedbackHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(PARTS) private readonly parts: SubmitParts,
  ) {}

  serve() {
    return allOf(
      this.bus.serve(submitFeedback, (request) => submit(this.parts, request)),
      this.bus.serve(startScreenshotUpload, (request) => this.parts.screenshots.start(request)),
    );
  }
}
