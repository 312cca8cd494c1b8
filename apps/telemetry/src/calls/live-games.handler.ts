import { liveGames, pastGames } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { refuseWhileDown } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readLiveGames, readPastGames } from '../operations/live-games.js';
import { DAY_MS } from '../tally/widths.js';
import { CONFIG } from '../tokens.js';
import type { TelemetryConfig } from '../telemetry.config.js';

@Injectable()
export class LiveGamesHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<TelemetryConfig, 'TELEMETRY_OPEN_DAYS'>,
  ) {}

  serve() {
    const { database, config } = this;
    const since = () => Date.now() - config.TELEMETRY_OPEN_DAYS * DAY_MS;
    return allOf(
      this.bus.serve(liveGames, ({ after }) => refuseWhileDown(() => readLiveGames(database, after, since()))),
      this.bus.serve(pastGames, (request) => refuseWhileDown(() => readPastGames(database, request, since()))),
    );
  }
}
