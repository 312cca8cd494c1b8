import { busOf, CALLS, served, type Kit } from '@earworm/service-kit/bootstrap';
import { databaseOf } from '@earworm/service-kit/postgres';
import type { CallHandler, Subscription } from '@earworm/service-kit/bus';
import { Checkpoint, type Effect, Follower } from '@earworm/service-kit/follow';
import { LastMinute } from '@earworm/service-kit/vitals';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AnalyticsHandler } from './calls/analytics.handler.js';
import { BeatSessionHandler } from './calls/beat-session.handler.js';
import { CountViewsHandler } from './calls/count-views.handler.js';
import { EndSessionHandler } from './calls/end-session.handler.js';
import { ErrorLogsHandler } from './calls/error-logs.handler.js';
import { LiveGamesHandler } from './calls/live-games.handler.js';
import { MoveUserHandler } from './calls/move-user.handler.js';
import { ReportErrorsHandler } from './calls/report-errors.handler.js';
import { SeeSessionsHandler } from './calls/see-sessions.handler.js';
import { ErrorGroup, ErrorLogRow, ErrorUser } from './errors/error.entity.js';
import { countFacts } from './facts/count-facts.js';
import { FactGame, FactQuestion, GameQuestion, QuestionTally } from './facts/fact.entity.js';
import { contentsFrom } from './facts/questions.js';
import { UserSession } from './sessions/session.entity.js';
import { startSweep } from './sweep.js';
import { GameFigures, GameQuestionTally } from './tally/game-figures.entity.js';
import { QuarterFigures } from './tally/quarter-figures.entity.js';
import { TakenReport } from './tally/taken-report.entity.js';
import { TallyRow } from './tally/tally.entity.js';
import type { TelemetryConfig } from './telemetry.config.js';
import { MIGRATIONS } from './migrations.js';
import { CONFIG } from './tokens.js';

export { loadTelemetryConfig, type TelemetryConfig } from './telemetry.config.js';

const HANDLERS = [
  BeatSessionHandler,
  EndSessionHandler,
  SeeSessionsHandler,
  CountViewsHandler,
  ReportErrorsHandler,
  AnalyticsHandler,
  ErrorLogsHandler,
  LiveGamesHandler,
  MoveUserHandler,
];
const ENTITIES = [
  TallyRow,
  QuarterFigures,
  GameFigures,
  GameQuestionTally,
  UserSession,
  ErrorGroup,
  ErrorLogRow,
  ErrorUser,
  FactGame,
  FactQuestion,
  GameQuestion,
  QuestionTally,
  TakenReport,
  Checkpoint,
];
const SWEEP = Symbol('sweep');

/** Who was here, what they opened, what broke, and the figures of all games. */
@Module({})
export class TelemetryModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private subscriptions: Subscription[] = [];
  private stopSweep = () => undefined as void;

  constructor(
    @Inject(Follower) private readonly follower: Follower,
    @Inject(CALLS) private readonly calls: readonly CallHandler[],
    @Inject(SWEEP) private readonly sweep: () => () => void,
  ) {}

  static register(kit: Kit, config: TelemetryConfig): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [
        busOf(kit),
        { provide: CONFIG, useValue: config },
        ...databaseOf(kit, {
          url: config.DATABASE_URL,
          schema: 'telemetry',
          entities: ENTITIES,
          migrations: MIGRATIONS,
          migrate: config.MIGRATIONS,
          poolSize: config.TELEMETRY_POOL_SIZE,
        }),
        {
          provide: LastMinute,
          useFactory: () => {
            const lastMinute = new LastMinute();
            kit.vitals.number('browserErrors', () => lastMinute.count);
            return lastMinute;
          },
        },
        {
          provide: Follower,
          useFactory: (database: DataSource) => {
            const readContents = contentsFrom(kit.bus);
            const effect: Effect = (rows, manager) => countFacts(rows, manager, readContents);
            return new Follower('facts', kit.bus, database, effect, {
              log: kit.log,
              metrics: kit.metrics,
              categories: 'none',
            });
          },
          inject: [DataSource],
        },
        {
          provide: SWEEP,
          useFactory: (database: DataSource) => () => startSweep(database, config.TELEMETRY_KEEP_DAYS, kit.log),
          inject: [DataSource],
        },
        ...served(HANDLERS),
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.subscriptions = this.calls.map((handler) => handler.serve());
    this.follower.start();
    this.stopSweep = this.sweep();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopSweep();
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await this.follower.stop();
  }
}
