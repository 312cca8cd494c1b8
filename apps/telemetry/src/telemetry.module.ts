import { defineService } from '@earworm/service-kit/bootstrap';
import { Projection } from '@earworm/projections';
import { databaseProviders, refusalOf } from '@earworm/service-kit/postgres';
import { MinuteCounter } from '@earworm/service-kit/vitals';
import { DataSource } from 'typeorm';
import { ErasuresHandler } from './calls/erasures.handler.js';
import { ErrorsHandler } from './calls/errors.handler.js';
import { FiguresHandler } from './calls/figures.handler.js';
import { SessionsHandler } from './calls/sessions.handler.js';
import { countFacts } from './facts/count-facts.js';
import { contentsFrom } from './facts/questions.js';
import { MIGRATIONS } from './migrations.js';
import { endSilent } from './sessions/sessions.js';
import { sweep } from './sweep.js';
import { DAY_MS, startOf } from './tally/time-buckets.js';
import { loadTelemetryConfig } from './telemetry.config.js';

export const telemetry = defineService({
  name: 'telemetry',
  load: loadTelemetryConfig,
  providers: (kit, config) => [
    ...databaseProviders(kit, {
      url: config.DATABASE_URL,
      schema: 'telemetry',
      entities: [],
      migrations: MIGRATIONS,
      migrate: config.MIGRATIONS,
      poolSize: config.DATABASE_POOL_SIZE,
    }),
    {
      provide: MinuteCounter,
      useFactory: () => {
        const lastMinute = new MinuteCounter();
        kit.vitals.number('browserErrors', () => lastMinute.count);
        return lastMinute;
      },
    },
    {
      provide: Projection,
      useFactory: (database: DataSource) => {
        const readContents = contentsFrom(kit.bus);
        return new Projection(
          'figures',
          kit.bus,
          database,
          (rows, manager) => countFacts(rows, manager, readContents),
          {
            log: kit.log,
            metrics: kit.metrics,
            categories: 'none',
          },
        );
      },
      inject: [DataSource],
    },
  ],
  handlers: [SessionsHandler, ErrorsHandler, FiguresHandler, ErasuresHandler],
  workers: [Projection],
  jobs: ({ config, get }) => [
    {
      name: 'sweep',
      everyMs: 3_600_000,
      // Whole days of UTC.
      run: () => sweep(get(DataSource), new Date(startOf(DAY_MS, Date.now() - config.TELEMETRY_KEEP_DAYS * DAY_MS))),
      failure: 'old figures could not be deleted',
    },
    {
      name: 'end-silent-sessions',
      everyMs: 60_000,
      run: () => endSilent(get(DataSource), new Date()),
      failure: 'sessions that fell silent could not be ended',
    },
  ],
  toRefusal: refusalOf,
});
