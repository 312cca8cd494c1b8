import { gameLog, questionContents, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { EncodedReply } from '@earworm/service-kit/bus';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readLogPage, readQuestionContents } from '../log/read.js';

/** The log, for the projections of other services; answered by any replica. */
@Injectable()
export class LogHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(gameLog)
  async read(request: RequestOf<typeof gameLog>) {
    return new EncodedReply(await readLogPage(this.database, request));
  }

  @Handles(questionContents)
  questionContents(request: RequestOf<typeof questionContents>) {
    return readQuestionContents(this.database, request);
  }
}
