import { questionContents } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readQuestionContents } from '../log/question-contents.js';
import { BUS } from '../tokens.js';
import type { CallHandler } from './call-handler.js';

@Injectable()
export class QuestionContentsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(questionContents, (asked) => readQuestionContents(this.database, asked));
  }
}
