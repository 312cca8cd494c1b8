import { defineService } from '@earworm/service-kit/bootstrap';
import { OBJECTS, objectStoreProvider, type ObjectStore } from '@earworm/service-kit/objects';
import { databaseProviders } from '@earworm/service-kit/postgres';
import { DataSource } from 'typeorm';
import { FeedbackHandler } from './calls/feedback.handler.js';
import { loadFeedbackConfig } from './feedback.config.js';
import { FeedbackRow } from './feedback/feedback.entity.js';
import { SUBMIT_OPTIONS, type SubmitOptions } from './feedback/submit.js';
import { MIGRATIONS } from './migrations.js';
import { Screenshots } from './screenshots/screenshots.js';
import { sweep } from './screenshots/sweep.js';

export const feedback = defineService({
  name: 'feedback',
  load: loadFeedbackConfig,
  providers: (kit, config) => [
    objectStoreProvider(kit, config),
    ...databaseProviders(kit, {
      url: config.DATABASE_URL,
      schema: 'feedback',
      entities: [FeedbackRow],
      migrations: MIGRATIONS,
      migrate: config.MIGRATIONS,
      poolSize: config.DATABASE_POOL_SIZE,
    }),
    {
      provide: SUBMIT_OPTIONS,
      useFactory: (database: DataSource, objects: ObjectStore): SubmitOptions => ({
        database,
        screenshots: new Screenshots(database, objects, config.openUploads, kit.log),
        kept: config.kept,
        cooldownSeconds: config.cooldownSeconds,
      }),
      inject: [DataSource, OBJECTS],
    },
  ],
  handlers: [FeedbackHandler],
  // Idempotent, on every replica.
  jobs: ({ config, get }) => [
    {
      name: 'sweep',
      everyMs: config.sweepSeconds * 1_000,
      run: () => sweep(get(DataSource), get<ObjectStore>(OBJECTS)),
      failure: 'could not sweep',
    },
  ],
});
