import { countViews } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { keepViews, type View } from '../sessions/views.js';
import { GroupWriter } from '../tally/group-writer.js';
import { BUS } from '../tokens.js';
import type { CallHandler } from './call-handler.js';
import { unlessAway } from './unless-away.js';

@Injectable()
export class CountViewsHandler implements CallHandler {
  readonly #writer: GroupWriter<readonly View[]>;

  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) database: DataSource,
  ) {
    this.#writer = new GroupWriter((groups) => unlessAway(() => keepViews(database, groups.flat(), new Date())));
  }

  serve() {
    return this.bus.serve(countViews, async ({ views }) => {
      await this.#writer.add(views);
      return {};
    });
  }
}
