import { startScreenshotUpload, submitFeedback } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { submit, type SubmitParts } from '../feedback/submit.js';
import { BUS, PARTS } from '../tokens.js';
import type { CallHandler } from './call-handler.js';

@Injectable()
export class SubmitFeedbackHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(PARTS) private readonly parts: SubmitParts,
  ) {}

  serve() {
    return [
      this.bus.serve(submitFeedback, (request) => submit(this.parts, request)),
      this.bus.serve(startScreenshotUpload, (request) => this.parts.screenshots.start(request)),
    ];
  }
}
