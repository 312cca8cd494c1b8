import { moveInFeedback } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FeedbackRow } from '../feedback/feedback.entity.js';

/** What a guest has sent is the account's that they signed in to. */
@Injectable()
export class MoveUserHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(moveInFeedback, async ({ from, to }) => {
      await this.database.getRepository(FeedbackRow).update({ userId: from }, { userId: to });
      return {};
    });
  }
}
