import { busOf, CALLS, served, type Kit } from '@earworm/service-kit/bootstrap';
import { databaseOf } from '@earworm/service-kit/postgres';
import type { CallHandler, Subscription } from '@earworm/service-kit/bus';
import { Checkpoint, Follower } from '@earworm/service-kit/follow';
import { OBJECTS, objectsOf, type ObjectStore } from '@earworm/service-kit/objects';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClipsHandler } from './calls/clips.handler.js';
import { GameHistoryHandler } from './calls/game-history.handler.js';
import { GameResultHandler } from './calls/game-result.handler.js';
import { MovesHandler } from './calls/moves.handler.js';
import { ReadClipHandler } from './calls/read-clip.handler.js';
import { StarterQuizHandler } from './calls/starter-quiz.handler.js';
import { TemplateFilesHandler } from './calls/template-files.handler.js';
import { TemplateGamesHandler } from './calls/template-games.handler.js';
import { TemplateReportsHandler } from './calls/template-reports.handler.js';
import { TemplatesHandler } from './calls/templates.handler.js';
import { Clips } from './clips/clips.js';
import { GameClip } from './clips/game-clip.entity.js';
import { startSweeping, type Sweeping } from './clips/start-sweeping.js';
import { applyToHistory, NOT_IN_HISTORY } from './history/apply.js';
import { HistoryGame, HistoryParticipant, HistoryVerdict } from './history/history.entity.js';
import type { LibraryConfig } from './library.config.js';
import { MIGRATIONS } from './migrations.js';
import { moveAgain } from './moves/move-user.js';
import { MovedUser } from './moves/moved-user.entity.js';
import { sweepRegularly } from './sweep-regularly.js';
import { stockTheHouse } from './templates/house.js';
import { startSweepingGuests } from './templates/sweep-guests.js';
import { Template, TemplateCategory, TemplateReport, TemplateTally, TemplateUse } from './templates/template.entity.js';

export { loadLibraryConfig, type LibraryConfig } from './library.config.js';

const HANDLERS = [
  GameHistoryHandler,
  GameResultHandler,
  StarterQuizHandler,
  ReadClipHandler,
  ClipsHandler,
  TemplatesHandler,
  TemplateGamesHandler,
  TemplateFilesHandler,
  TemplateReportsHandler,
  MovesHandler,
];
const ENTITIES = [
  HistoryGame,
  HistoryParticipant,
  HistoryVerdict,
  Checkpoint,
  Template,
  TemplateCategory,
  TemplateUse,
  TemplateTally,
  TemplateReport,
  GameClip,
  MovedUser,
];
const SWEEPING = Symbol('sweeping');

/** Quizzes that can be used again, and the history of games. */
@Module({})
export class LibraryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private subscriptions: Subscription[] = [];
  private sweeps: readonly (() => Promise<void>)[] = [];

  constructor(
    @Inject(Follower) private readonly follower: Follower,
    @Inject(CALLS) private readonly calls: readonly CallHandler[],
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(SWEEPING) private readonly sweeping: Sweeping,
  ) {}

  static register(kit: Kit, config: LibraryConfig): DynamicModule {
    return {
      module: LibraryModule,
      providers: [
        busOf(kit),
        objectsOf(kit, config, { showsSpace: true }),
        { provide: Clips, useFactory: (store: ObjectStore) => new Clips(store), inject: [OBJECTS] },
        {
          provide: SWEEPING,
          useFactory: (store: ObjectStore, database: DataSource): Sweeping => ({
            ...{ store, database, bus: kit.bus, log: kit.log, keepDays: config.CLIP_KEEP_DAYS },
          }),
          inject: [OBJECTS, DataSource],
        },
        ...databaseOf(kit, {
          url: config.DATABASE_URL,
          schema: 'library',
          entities: ENTITIES,
          migrations: MIGRATIONS,
          migrate: config.MIGRATIONS,
          poolSize: config.LIBRARY_POOL_SIZE,
        }),
        {
          provide: Follower,
          useFactory: (database: DataSource) =>
            new Follower('history', kit.bus, database, applyToHistory, {
              log: kit.log,
              metrics: kit.metrics,
              without: NOT_IN_HISTORY,
              categories: 'none',
            }),
          inject: [DataSource],
        },
        ...served(HANDLERS),
      ],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await stockTheHouse(this.database);
    this.subscriptions = this.calls.map((handler) => handler.serve());
    this.follower.start();
    this.sweeps = [
      startSweeping(this.sweeping),
      startSweepingGuests(this.database, this.sweeping.log),
      this.startMovingAgain(),
    ];
  }

  private startMovingAgain(): () => Promise<void> {
    return sweepRegularly(
      () => moveAgain(this.database),
      (err) => this.sweeping.log.warn({ err }, 'the history of moved users could not be brought up to date'),
    );
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await Promise.all([this.follower.stop(), ...this.sweeps.map((stop) => stop())]);
  }
}
