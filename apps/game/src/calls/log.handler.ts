import { gameLog, questionContents, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { EncodedReply } from '@earworm/service-kit/bus';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { followLog } from '../log/log-page.js';
import { readQuestionContents } from '../log/question-contents.js';

/** The log, for the projections of other services; answered by any replica. */
@Injectable()
export class LogHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(gameLog)
  async read(asked: RequestOf<typeof gameLog>) {
    return new EncodedReply(await followLog(this.database, asked));
  }

  @Handles(questionContents)
  questionContents(asked: RequestOf<typeof questionContents>) {
    return readQuestionContents(this.database, asked);
  }
}
