import { advance, listAdvances, planAdvance, readAdvance, releaseAdvanced, type RequestOf } from '@earworm/contracts';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { begin, listAll, plan, readOne, release } from '../advances/advances.js';
import { AdvancesWorker } from '../advances/advances-worker.js';

/** The best of the standings go on in rooms of the next round. */
@Injectable()
export class AdvancesHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
    private readonly worker: AdvancesWorker,
  ) {}

  @Handles(planAdvance)
  plan(request: RequestOf<typeof planAdvance>) {
    return plan(this.database, this.bus, request);
  }

  @Handles(advance)
  async begin(request: RequestOf<typeof advance>) {
    await begin(this.database, this.bus, request);
    this.worker.wake();
    return {};
  }

  @Handles(listAdvances)
  list(request: RequestOf<typeof listAdvances>) {
    return listAll(this.database, request);
  }

  @Handles(readAdvance)
  read(request: RequestOf<typeof readAdvance>) {
    return readOne(this.database, request);
  }

  @Handles(releaseAdvanced)
  async release(request: RequestOf<typeof releaseAdvanced>) {
    await release(this.database, this.bus, request);
    this.worker.wake();
    return {};
  }
}
