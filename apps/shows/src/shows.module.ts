import { defineService } from '@earworm/service-kit/bootstrap';
import { OBJECTS, objectStoreProvider, type ObjectStore } from '@earworm/service-kit/objects';
import { databaseProviders, refusalOf } from '@earworm/service-kit/postgres';
import { DataSource } from 'typeorm';
import { AdvancedRow, AdvanceRow } from './advances/advance.entity.js';
import { SWEEP_ADVANCES } from './advances/advances.sql.js';
import { AdvancesWorker } from './advances/advances-worker.js';
import { AttentionRow } from './attention/attention.entity.js';
import { AttentionWorker } from './attention/attention-worker.js';
import { SWEEP_ATTENTION } from './attention/attention.sql.js';
import { StartHoldRow } from './shows/start-hold.entity.js';
import { BulkActRoomRow, BulkActRow } from './bulk-acts/bulk-act.entity.js';
import { SWEEP_BULK_ACTS } from './bulk-acts/bulk-acts.sql.js';
import { BulkActsWorker } from './bulk-acts/bulk-acts-worker.js';
import { AdvancesHandler } from './calls/advances.handler.js';
import { AttentionHandler } from './calls/attention.handler.js';
import { CrewLinksHandler } from './calls/crew-links.handler.js';
import { ErasuresHandler } from './calls/erasures.handler.js';
import { LogosHandler } from './calls/logos.handler.js';
import { RoomsHandler } from './calls/rooms.handler.js';
import { StandingsHandler } from './calls/standings.handler.js';
import { ShowsHandler } from './calls/shows.handler.js';
import { sweepLinks } from './crew-links/changes.js';
import { CrewLinkRow } from './crew-links/crew-link.entity.js';
import { Logos } from './logos/logos.js';
import { MIGRATIONS } from './migrations.js';
import { RoomsWorker } from './preparing/rooms-worker.js';
import { RoomRow } from './shows/room.entity.js';
import { loadShowsConfig } from './shows.config.js';
import { ShowRow } from './shows/show.entity.js';
import { StaffInviteRow, StaffRow } from './shows/staff.entity.js';
import { sweepShows } from './shows/sweep-shows.js';

const HOURLY = { firstMs: 300_000, everyMs: 3_600_000 };
const FOUR_TIMES_A_DAY = { firstMs: 600_000, everyMs: 86_400_000 / 4 };

export const shows = defineService({
  name: 'shows',
  load: loadShowsConfig,
  providers: (kit, config) => [
    objectStoreProvider(kit, config),
    ...databaseProviders(kit, {
      url: config.DATABASE_URL,
      schema: 'shows',
      entities: [
        ...[CrewLinkRow, ShowRow, StaffRow, StaffInviteRow, RoomRow, AttentionRow, BulkActRow, BulkActRoomRow],
        ...[AdvanceRow, AdvancedRow, StartHoldRow],
      ],
      migrations: MIGRATIONS,
      migrate: config.MIGRATIONS,
      poolSize: config.DATABASE_POOL_SIZE,
    }),
    {
      provide: Logos,
      useFactory: (database: DataSource, objects: ObjectStore) => new Logos(database, objects, kit.log),
      inject: [DataSource, OBJECTS],
    },
    {
      provide: RoomsWorker,
      useFactory: (database: DataSource) => new RoomsWorker(kit, database, config),
      inject: [DataSource],
    },
    {
      provide: BulkActsWorker,
      useFactory: (database: DataSource) => new BulkActsWorker(kit, database, config),
      inject: [DataSource],
    },
    {
      provide: AdvancesWorker,
      useFactory: (database: DataSource) => new AdvancesWorker(kit, database, config),
      inject: [DataSource],
    },
    {
      provide: AttentionWorker,
      useFactory: (database: DataSource) => new AttentionWorker(kit, database, config),
      inject: [DataSource],
    },
  ],
  handlers: [
    CrewLinksHandler,
    ShowsHandler,
    RoomsHandler,
    LogosHandler,
    AttentionHandler,
    StandingsHandler,
    AdvancesHandler,
    ErasuresHandler,
  ],
  workers: [RoomsWorker, BulkActsWorker, AdvancesWorker, AttentionWorker],
  // Idempotent, on every replica.
  jobs: ({ kit: { bus, log }, get }) => [
    {
      name: 'sweep-crew-links',
      ...FOUR_TIMES_A_DAY,
      failure: 'expired crew links could not be swept',
      async run() {
        const links = await sweepLinks(get(DataSource));
        if (links > 0) log.info({ links }, 'deleted expired crew links');
      },
    },
    {
      name: 'sweep-shows',
      // Soon after the start: what a restore has brought back is erased again.
      ...{ firstMs: 30_000, everyMs: 600_000 },
      failure: 'deleted and past events could not be swept',
      async run() {
        const shows = await sweepShows({ database: get(DataSource), objects: get<ObjectStore>(OBJECTS), bus });
        if (shows > 0) log.info({ shows }, 'erased deleted and past events');
      },
    },
    {
      name: 'sweep-attention',
      ...HOURLY,
      failure: 'what rooms needed long ago could not be swept',
      run: () => get(DataSource).query(SWEEP_ATTENTION),
    },
    {
      name: 'sweep-bulk-acts',
      ...HOURLY,
      failure: 'what was done in many rooms long ago could not be swept',
      run: () => get(DataSource).query(SWEEP_BULK_ACTS),
    },
    {
      name: 'sweep-advances',
      ...HOURLY,
      failure: 'who was sent to the next round long ago could not be swept',
      run: () => get(DataSource).query(SWEEP_ADVANCES),
    },
    {
      name: 'sweep-logos',
      ...HOURLY,
      failure: 'logos of replaced and erased events could not be swept',
      async run() {
        const logos = await get(Logos).sweep();
        if (logos > 0) log.info({ logos }, 'removed logos that no event has');
      },
    },
  ],
  toRefusal: refusalOf,
});
