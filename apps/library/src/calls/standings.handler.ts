import { keepStandings, type RequestOf, showStandings } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ShowStandings } from '../standings/show-standings.js';

/** For the shows service, which knows who may see them. */
@Injectable()
export class StandingsHandler {
  readonly #standings: ShowStandings;

  constructor(database: DataSource) {
    this.#standings = new ShowStandings(database);
  }

  @Handles(showStandings)
  read(request: RequestOf<typeof showStandings>) {
    return this.#standings.read(request);
  }

  @Handles(keepStandings)
  async keep(request: RequestOf<typeof keepStandings>) {
    await this.#standings.keep(request);
    return {};
  }
}
