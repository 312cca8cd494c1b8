import { defineService } from '@earworm/service-kit/bootstrap';
import { databaseProviders } from '@earworm/service-kit/postgres';
import { DataSource } from 'typeorm';
import { CommandsHandler } from './calls/commands.handler.js';
import { EraseHandler, ErasuresHandler } from './calls/erasures.handler.js';
import { GamesHandler } from './calls/games.handler.js';
import { LogHandler } from './calls/log.handler.js';
import { ViewsHandler } from './calls/views.handler.js';
import { eraseGames } from './erasure/erase-games.js';
import { loadGameConfig } from './game.config.js';
import { SCHEMA } from './log/connect.js';
import { MIGRATIONS } from './migrations.js';
import { Replica } from './replica.js';
import { Owner } from './shards/owner.js';

/** Served for every shard that this replica owns. */
const SHARD_HANDLERS = [CommandsHandler, ViewsHandler, EraseHandler];

/** The single writer of every game. */
export const game = defineService({
  name: 'game',
  load: loadGameConfig,
  providers: (kit, config) => [
    ...databaseProviders(kit, {
      url: config.DATABASE_URL,
      schema: SCHEMA,
      entities: [],
      migrations: MIGRATIONS,
      migrate: config.MIGRATIONS,
      poolSize: config.DATABASE_POOL_SIZE,
    }),
    {
      provide: Replica,
      useFactory: (database: DataSource) => new Replica(kit, config, database),
      inject: [DataSource],
    },
    { provide: Owner, useFactory: (replica: Replica) => replica.owner, inject: [Replica] },
    ...SHARD_HANDLERS,
    {
      provide: Symbol('the shards of this replica'),
      useFactory: (replica: Replica, ...handlers: object[]) => ({
        onModuleInit: () => replica.start(handlers),
        beforeApplicationShutdown: () => replica.stop(),
      }),
      inject: [Replica, ...SHARD_HANDLERS],
    },
  ],
  handlers: [GamesHandler, LogHandler, ErasuresHandler],
  jobs: ({ kit: { bus, log }, config, get }) => [
    {
      name: 'sweep',
      everyMs: 1_000,
      run: () => get(Replica).sweep(),
      failure: 'the games in memory could not be swept',
    },
    {
      name: 'publish-room-statuses',
      everyMs: 250,
      run: () => get(Replica).publishRoomStatuses(),
      failure: 'the statuses of rooms could not be published',
    },
    {
      name: 'erase-games',
      firstMs: config.eraseFirstMs,
      everyMs: config.eraseEveryMs,
      failure: 'games could not be erased everywhere',
      async run(stopped) {
        const { GAME_KEEP_DAYS: keepDays, erasePauseMs: pauseMs } = config;
        const games = await eraseGames({ database: get(DataSource), bus, keepDays, pauseMs }, stopped);
        if (games > 0) log.info({ games }, 'erased games');
      },
    },
  ],
});
