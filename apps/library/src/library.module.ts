import { defineService } from '@earworm/service-kit/bootstrap';
import { Projection } from '@earworm/projections';
import { OBJECTS, objectStoreProvider, type ObjectStore } from '@earworm/service-kit/objects';
import { databaseProviders } from '@earworm/service-kit/postgres';
import { DataSource } from 'typeorm';
import { ClipsHandler } from './calls/clips.handler.js';
import { ErasuresHandler } from './calls/erasures.handler.js';
import { HistoryHandler } from './calls/history.handler.js';
import { MovesHandler } from './calls/moves.handler.js';
import { StandingsHandler } from './calls/standings.handler.js';
import { TemplateGamesHandler } from './calls/template-games.handler.js';
import { TemplatesHandler } from './calls/templates.handler.js';
import { Clips } from './clips/clips.js';
import { sweepOnce } from './clips/sweep-clips.js';
import { eraseRestored, untilDone } from './erasure/erase-games.js';
import { eraseRestoredPeople } from './erasure/erase-person.js';
import { applyToHistory, NOT_IN_HISTORY } from './history/apply.js';
import { loadLibraryConfig } from './library.config.js';
import { MIGRATIONS } from './migrations.js';
import { moveAgain } from './moves/move-user.js';
import { updateBuiltIn } from './templates/built-in.js';
import { sweepGuestTemplates } from './templates/change-template.js';
import { Template, TemplateReport } from './templates/template.entity.js';

const FOUR_TIMES_A_DAY = { firstMs: 600_000, everyMs: 86_400_000 / 4 };

export const library = defineService({
  name: 'library',
  load: loadLibraryConfig,
  providers: (kit, config) => [
    objectStoreProvider(kit, config, { showsSpace: true }),
    { provide: Clips, useFactory: (store: ObjectStore) => new Clips(store), inject: [OBJECTS] },
    ...databaseProviders(kit, {
      url: config.DATABASE_URL,
      schema: 'library',
      entities: [Template, TemplateReport],
      migrations: MIGRATIONS,
      migrate: config.MIGRATIONS,
      poolSize: config.DATABASE_POOL_SIZE,
    }),
    {
      provide: Symbol('templates that ship with the product'),
      useFactory: (database: DataSource) => ({ onModuleInit: () => updateBuiltIn(database) }),
      inject: [DataSource],
    },
    {
      provide: Projection,
      useFactory: (database: DataSource) =>
        new Projection('history', kit.bus, database, applyToHistory, {
          log: kit.log,
          metrics: kit.metrics,
          without: NOT_IN_HISTORY,
          categories: 'none',
        }),
      inject: [DataSource],
    },
  ],
  handlers: [
    HistoryHandler,
    StandingsHandler,
    ClipsHandler,
    MovesHandler,
    TemplatesHandler,
    TemplateGamesHandler,
    ErasuresHandler,
  ],
  workers: [Projection],
  jobs: ({ kit: { bus, log }, config, get }) => [
    {
      name: 'sweep-clips',
      ...FOUR_TIMES_A_DAY,
      failure: 'clips could not be swept',
      async run(stopped) {
        const [store, database] = [get<ObjectStore>(OBJECTS), get(DataSource)];
        const dependencies = { store, database, bus, log, keepDays: config.CLIP_KEEP_DAYS };
        const swept = await sweepOnce(dependencies, Date.now(), stopped);
        if (swept) log.info(swept, 'swept clips without references');
        return swept;
      },
    },
    {
      name: 'sweep-guest-templates',
      ...FOUR_TIMES_A_DAY,
      failure: 'templates of guests could not be swept',
      async run() {
        const templates = await sweepGuestTemplates(get(DataSource), Date.now());
        if (templates > 0) log.info({ templates }, 'deleted old templates of guests');
      },
    },
    {
      name: 'erase-restored',
      firstMs: 10_000,
      everyMs: 15_000,
      failure: 'what a restore has brought back could not be noted to be erased',
      run: untilDone(async () => {
        const objects = get<ObjectStore>(OBJECTS);
        const games = await eraseRestored(get(DataSource), objects, bus);
        if (games > 0) log.info({ games }, 'noted games that a restore has brought back');
        const people = await eraseRestoredPeople(objects, bus);
        if (people > 0) log.info({ people }, 'noted people whom a restore has brought back');
      }),
    },
    {
      name: 'move-history-again',
      ...FOUR_TIMES_A_DAY,
      run: () => moveAgain(get(DataSource)),
      failure: 'the history of moved users could not be brought up to date',
    },
  ],
});
