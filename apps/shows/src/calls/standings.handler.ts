import { freezeStandings, listStandings, type RequestOf } from '@earworm/contracts';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { freeze, readStandings } from '../standings/standings.js';

/** Who won over all rooms of an event. */
@Injectable()
export class StandingsHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Handles(listStandings)
  list(request: RequestOf<typeof listStandings>) {
    return readStandings(this.database, this.bus, request);
  }

  @Handles(freezeStandings)
  freeze(request: RequestOf<typeof freezeStandings>) {
    return freeze(this.database, this.bus, request);
  }
}
