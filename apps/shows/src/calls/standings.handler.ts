import {
  freezeStandings,
  linkShowStage,
  listStandings,
  lookAtShowStage,
  lookAtStandings,
  readShowStage,
  type RequestOf,
  revealStandings,
  saveShowStage,
} from '@earworm/contracts';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { revealByOperator } from '../standings/reveal.js';
import * as stage from '../standings/stage.js';
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

  @Handles(readShowStage)
  readStage(request: RequestOf<typeof readShowStage>) {
    return stage.readStage(this.database, this.bus, request);
  }

  @Handles(saveShowStage)
  saveStage(request: RequestOf<typeof saveShowStage>) {
    return stage.saveStage(this.database, request);
  }

  @Handles(linkShowStage)
  linkStage(request: RequestOf<typeof linkShowStage>) {
    return stage.linkStage(this.database, request);
  }

  @Handles(revealStandings)
  reveal(request: RequestOf<typeof revealStandings>) {
    return revealByOperator(this.database, this.bus, request);
  }

  @Handles(lookAtShowStage)
  lookAtStage(request: RequestOf<typeof lookAtShowStage>) {
    return stage.lookAtStage(this.database, this.bus, request);
  }

  @Handles(lookAtStandings)
  lookAtStandings(request: RequestOf<typeof lookAtStandings>) {
    return stage.lookAtPublicStandings(this.database, this.bus, request);
  }
}
