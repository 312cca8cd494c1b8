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
      poolSize: config.FEEDBACK_POOL_SIZE,
    }),
    {
      provide: SUBMIT_OPTIONS,
      useFactory: (database: DataSource, objects: ObjectStore): SubmitOptions => ({
        database,
        screenshots: new Screenshots(database, objects, config.FEEDBACK_OPEN_UPLOADS, kit.log),
        kept: config.FEEDBACK_KEPT,
        cooldownSeconds: config.FEEDBACK_COOLDOWN_SECONDS,
      }),
      inject: [DataSource, OBJECTS],
    },
  ],
  handlers: [FeedbackHandler],
  // Idempotent, on every replica.
  jobs: ({ config, get }) => [
    {
      name: 'sweep',
      everyMs: config.FEEDBACK_SWEEP_SECONDS * 1_000,
      run: () => sweep(get(DataSource), get<ObjectStore>(OBJECTS)),
      failure: 'could not sweep',
    },
  ],
});
