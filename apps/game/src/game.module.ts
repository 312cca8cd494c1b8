import type { Kit } from '@earworm/service-kit/bootstrap';
import { openDatabase } from '@earworm/service-kit/postgres';
import {
  Inject,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Subscription } from '@earworm/service-kit/bus';
import { DataSource } from 'typeorm';
import type { CallHandler } from './calls/call-handler.js';
import { AdmitGameHandler } from './calls/admit-game.handler.js';
import { AdmitOnHandler } from './calls/admit-on.handler.js';
import { CheckStageKeyHandler } from './calls/check-stage-key.handler.js';
import { CreateGameHandler } from './calls/create-game.handler.js';
import { CreateOnHandler } from './calls/create-on.handler.js';
import { FindByCodeHandler } from './calls/find-by-code.handler.js';
import { GameLogHandler } from './calls/game-log.handler.js';
import { QuestionContentsHandler } from './calls/question-contents.handler.js';
import { HeadsHandler } from './calls/heads.handler.js';
import { JoinInfoHandler } from './calls/join-info.handler.js';
import { MoveInGameHandler } from './calls/move-in-game.handler.js';
import { RosterHandler } from './calls/roster.handler.js';
import { SendCommandHandler } from './calls/send-command.handler.js';
import { SinceHandler } from './calls/since.handler.js';
import { SnapshotHandler } from './calls/snapshot.handler.js';
import { StageKeyHandler } from './calls/stage-key.handler.js';
import { GameCodeRow } from './codes/game-code.entity.js';
import type { GameConfig } from './game.config.js';
import { SCHEMA } from './log/connect.js';
import { GameEventRow } from './log/game-event.entity.js';
import { GameRow } from './log/game.entity.js';
import { MIGRATIONS } from './migrations.js';
import { Replica } from './replica.js';
import { SnapshotRow } from './room/snapshot.entity.js';
import { Owner, type ShardHandler } from './shards/owner.js';
import { BUS } from './tokens.js';

export { loadGameConfig, type GameConfig } from './game.config.js';

/** Answered by the owner of a game's shard. */
const SHARD_HANDLERS = [
  SendCommandHandler,
  SnapshotHandler,
  SinceHandler,
  HeadsHandler,
  JoinInfoHandler,
  RosterHandler,
  CreateOnHandler,
  AdmitOnHandler,
  StageKeyHandler,
  MoveInGameHandler,
];
/** Answered by any replica. */
const CALL_HANDLERS = [
  AdmitGameHandler,
  CreateGameHandler,
  FindByCodeHandler,
  GameLogHandler,
  QuestionContentsHandler,
  CheckStageKeyHandler,
];
const SHARD_CALLS = Symbol('shard calls');
const CALLS = Symbol('calls');

/** The single writer of every game. */
@Module({})
export class GameModule implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private subscriptions: Subscription[] = [];

  constructor(
    @Inject(Replica) private readonly replica: Replica,
    @Inject(SHARD_CALLS) private readonly shardCalls: readonly ShardHandler[],
    @Inject(CALLS) private readonly calls: readonly CallHandler[],
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  static register(kit: Kit, config: GameConfig): DynamicModule {
    return {
      module: GameModule,
      providers: [
        { provide: BUS, useValue: kit.bus },
        {
          provide: DataSource,
          useFactory: () =>
            openDatabase(kit, {
              url: config.DATABASE_URL,
              schema: SCHEMA,
              entities: [GameEventRow, GameRow, GameCodeRow, SnapshotRow],
              migrations: MIGRATIONS,
              migrate: config.MIGRATIONS,
              poolSize: config.GAME_POOL_SIZE,
            }),
        },
        {
          provide: Replica,
          useFactory: (database: DataSource) => new Replica(kit, config, database),
          inject: [DataSource],
        },
        { provide: Owner, useFactory: (replica: Replica) => replica.owner, inject: [Replica] },
        ...SHARD_HANDLERS,
        ...CALL_HANDLERS,
        { provide: SHARD_CALLS, useFactory: (...handlers: ShardHandler[]) => handlers, inject: SHARD_HANDLERS },
        { provide: CALLS, useFactory: (...handlers: CallHandler[]) => handlers, inject: CALL_HANDLERS },
      ],
    };
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.replica.start(this.shardCalls);
    this.subscriptions = this.calls.map((handler) => handler.serve());
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await this.replica.stop();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.destroy();
  }
}
