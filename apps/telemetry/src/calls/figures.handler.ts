import { analytics, liveGames, pastGames, type RequestOf, telemetryRetention } from '@earworm/contracts';
import { CONFIG, Handles } from '@earworm/service-kit/bootstrap';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readAnalytics } from '../analytics/read.js';
import { readLiveGames, readPastGames } from '../operations/live-games.js';
import { DAY_MS } from '../tally/time-buckets.js';
import type { TelemetryConfig } from '../telemetry.config.js';

@Injectable()
export class FiguresHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<TelemetryConfig, 'openDays' | 'TELEMETRY_KEEP_DAYS'>,
  ) {}

  @Handles(analytics)
  analytics(range: RequestOf<typeof analytics>) {
    return readAnalytics(this.database, range);
  }

  @Handles(liveGames)
  liveGames({ after }: RequestOf<typeof liveGames>) {
    return readLiveGames(this.database, after, this.#openSince());
  }

  @Handles(pastGames)
  pastGames(request: RequestOf<typeof pastGames>) {
    return readPastGames(this.database, request, this.#openSince());
  }

  @Handles(telemetryRetention)
  retention() {
    return { usageDays: this.config.TELEMETRY_KEEP_DAYS };
  }

  #openSince(): number {
    return Date.now() - this.config.openDays * DAY_MS;
  }
}
