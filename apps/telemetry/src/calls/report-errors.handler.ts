import { reportErrors } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { LastMinute } from '@earworm/service-kit/vitals';
import { refuseWhileDown } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { keepErrors, type KeptReport } from '../errors/keep-errors.js';

import { GroupWriter } from '../tally/group-writer.js';

@Injectable()
export class ReportErrorsHandler implements CallHandler {
  readonly #writer: GroupWriter<KeptReport>;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) database: DataSource,
    @Inject(LastMinute) lastMinute: LastMinute,
  ) {
    this.#writer = new GroupWriter(async (reports) =>
      lastMinute.add(await refuseWhileDown(() => keepErrors(database, reports))),
    );
  }

  serve() {
    return this.bus.serve(reportErrors, async (given) => {
      await this.#writer.add({ given, at: Date.now() });
      return {};
    });
  }
}
