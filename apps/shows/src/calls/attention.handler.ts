import { claimAttention, listSolved, type RequestOf, snoozeAttention, watchShow } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { claim, snooze } from '../attention/acts.js';
import { AttentionWorker } from '../attention/attention-worker.js';
import { solved } from '../attention/solved.js';

/** The control room of an event. */
@Injectable()
export class AttentionHandler {
  constructor(
    private readonly database: DataSource,
    private readonly worker: AttentionWorker,
  ) {}

  @Handles(watchShow)
  watch(request: RequestOf<typeof watchShow>) {
    return this.worker.watch(request);
  }

  @Handles(claimAttention)
  async claim(request: RequestOf<typeof claimAttention>) {
    await this.worker.note(request.showId);
    await claim(this.database, request);
    return {};
  }

  @Handles(snoozeAttention)
  async snooze(request: RequestOf<typeof snoozeAttention>) {
    await this.worker.note(request.showId);
    await snooze(this.database, request);
    return {};
  }

  @Handles(listSolved)
  solved(request: RequestOf<typeof listSolved>) {
    return solved(this.database, request);
  }
}
