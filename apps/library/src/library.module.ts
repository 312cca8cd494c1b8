import { busOf, CALLS, served, type Kit } from '@earworm/service-kit/bootstrap';
import { databaseOf } from '@earworm/service-kit/postgres';
import type { CallHandler, Subscription } from '@earworm/service-kit/bus';
import { Checkpoint, Follower, PutGamesAside1763798400000 } from '@earworm/service-kit/follow';
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
import { NoteClips1763719200000 } from './clips/migrations/1763719200000-note-clips.js';
import { startSweeping, type Sweeping } from './clips/start-sweeping.js';
import { applyToHistory, NOT_IN_HISTORY } from './history/apply.js';
import { HistoryGame, HistoryParticipant, HistoryVerdict } from './history/history.entity.js';
import { CreateHistory1763683200000 } from './history/migrations/1763683200000-create-history.js';
import { HigherScores1763794000000 } from './history/migrations/1763794000000-higher-scores.js';
import { KeepVerdicts1763715600000 } from './history/migrations/1763715600000-keep-verdicts.js';
import type { LibraryConfig } from './library.config.js';
import { MoveUsers1764560000000 } from './moves/migrations/1764560000000-move-users.js';
import { moveAgain } from './moves/move-user.js';
import { MovedUser } from './moves/moved-user.entity.js';
import { sweepRegularly } from './sweep-regularly.js';
import { stockTheHouse } from './templates/house.js';
import { MeasureTemplates1764500000000 } from './templates/migrations/1764500000000-measure-templates.js';
import { CreateTemplates1763712000000 } from './templates/migrations/1763712000000-create-templates.js';
import { NoteGuests1763797600000 } from './templates/migrations/1763797600000-note-guests.js';
import { TallyUse1763790000000 } from './templates/migrations/1763790000000-tally-use.js';
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
export class LibraryModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
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
        databaseOf(kit, {
          url: config.DATABASE_URL,
          schema: 'library',
          entities: ENTITIES,
          migrations: [
            CreateHistory1763683200000,
            CreateTemplates1763712000000,
            KeepVerdicts1763715600000,
            NoteClips1763719200000,
            TallyUse1763790000000,
            HigherScores1763794000000,
            NoteGuests1763797600000,
            PutGamesAside1763798400000,
            MeasureTemplates1764500000000,
            MoveUsers1764560000000,
          ],
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

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }
}
