import { busOf, CALLS, served, type Kit } from '@earworm/service-kit/bootstrap';
import { databaseOf } from '@earworm/service-kit/postgres';
import type { CallHandler, Subscription } from '@earworm/service-kit/bus';
import { OBJECTS, objectsOf, type ObjectStore } from '@earworm/service-kit/objects';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ManageFeedbackHandler } from './calls/manage-feedback.handler.js';
import { MoveUserHandler } from './calls/move-user.handler.js';
import { SubmitFeedbackHandler } from './calls/submit-feedback.handler.js';
import type { FeedbackConfig } from './feedback.config.js';
import { MIGRATIONS } from './migrations.js';
import { FeedbackRow } from './feedback/feedback.entity.js';
import type { SubmitParts } from './feedback/submit.js';
import { Screenshots } from './screenshots/screenshots.js';
import { Sweeper } from './screenshots/sweeper.js';
import { PARTS } from './tokens.js';

export { loadFeedbackConfig, type FeedbackConfig } from './feedback.config.js';

const HANDLERS = [SubmitFeedbackHandler, ManageFeedbackHandler, MoveUserHandler];

/** What people tell us, their screenshots, and what admins do with it. */
@Module({})
export class FeedbackModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private subscriptions: Subscription[] = [];

  constructor(
    @Inject(CALLS) private readonly calls: readonly CallHandler[],
    @Inject(Sweeper) private readonly sweeper: Sweeper,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  static register(kit: Kit, config: FeedbackConfig): DynamicModule {
    return {
      module: FeedbackModule,
      providers: [
        busOf(kit),
        objectsOf(kit, config),
        databaseOf(kit, {
          url: config.DATABASE_URL,
          schema: 'feedback',
          entities: [FeedbackRow],
          migrations: MIGRATIONS,
          migrate: config.MIGRATIONS,
          poolSize: config.FEEDBACK_POOL_SIZE,
        }),
        {
          provide: PARTS,
          useFactory: (database: DataSource, objects: ObjectStore): SubmitParts => ({
            database,
            screenshots: new Screenshots(database, objects, config.FEEDBACK_OPEN_UPLOADS, kit.log),
            kept: config.FEEDBACK_KEPT,
            cooldownSeconds: config.FEEDBACK_COOLDOWN_SECONDS,
          }),
          inject: [DataSource, OBJECTS],
        },
        {
          provide: Sweeper,
          useFactory: (database: DataSource, objects: ObjectStore) =>
            new Sweeper(database, objects, config.FEEDBACK_SWEEP_SECONDS * 1_000, kit.log),
          inject: [DataSource, OBJECTS],
        },
        ...served(HANDLERS),
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.subscriptions = this.calls.map((handler) => handler.serve());
    this.sweeper.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await this.sweeper.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }
}
