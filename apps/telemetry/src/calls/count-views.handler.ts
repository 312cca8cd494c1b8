import { countViews } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { refuseWhileDown } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { keepViews, type ViewsReport } from '../sessions/views.js';
import { GroupWriter } from '../tally/group-writer.js';

@Injectable()
export class CountViewsHandler implements CallHandler {
  readonly #writer: GroupWriter<ViewsReport>;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) database: DataSource,
  ) {
    this.#writer = new GroupWriter((reports) => refuseWhileDown(() => keepViews(database, reports, new Date())));
  }

  serve() {
    return this.bus.serve(countViews, async (given) => {
      await this.#writer.add(given);
      return {};
    });
  }
}
