import { errorLogs, reportErrors, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { MinuteCounter } from '@earworm/service-kit/vitals';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { keepErrors, type StoredReport, logsOf } from '../errors/store-errors.js';
import { Batcher } from '@earworm/service-kit/resilience';

@Injectable()
export class ErrorsHandler {
  readonly #reports = new Batcher<StoredReport>(async (reports) =>
    this.lastMinute.add(await keepErrors(this.database, reports)),
  );

  constructor(
    private readonly database: DataSource,
    private readonly lastMinute: MinuteCounter,
  ) {}

  @Handles(reportErrors)
  async report(given: RequestOf<typeof reportErrors>) {
    await this.#reports.add({ given, at: Date.now() });
    return {};
  }

  @Handles(errorLogs)
  async logs({ fingerprint }: RequestOf<typeof errorLogs>) {
    return { logs: await logsOf(this.database, fingerprint) };
  }
}
