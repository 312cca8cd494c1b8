import { defineService } from '@earworm/service-kit/bootstrap';
import { databaseProviders, refusalOf } from '@earworm/service-kit/postgres';
import { DataSource } from 'typeorm';
import { CrewLinksHandler } from './calls/crew-links.handler.js';
import { RoomsHandler } from './calls/rooms.handler.js';
import { ShowsHandler } from './calls/shows.handler.js';
import { sweepLinks } from './crew-links/changes.js';
import { CrewLinkRow } from './crew-links/crew-link.entity.js';
import { MIGRATIONS } from './migrations.js';
import { RoomsWorker } from './preparing/rooms-worker.js';
import { RoomRow } from './shows/room.entity.js';
import { loadShowsConfig } from './shows.config.js';
import { sweepShows } from './shows/change.js';
import { ShowRow } from './shows/show.entity.js';
import { StaffInviteRow, StaffRow } from './shows/staff.entity.js';

const HOURLY = { firstMs: 300_000, everyMs: 3_600_000 };
const FOUR_TIMES_A_DAY = { firstMs: 600_000, everyMs: 86_400_000 / 4 };

export const shows = defineService({
  name: 'shows',
  load: loadShowsConfig,
  providers: (kit, config) => [
    ...databaseProviders(kit, {
      url: config.DATABASE_URL,
      schema: 'shows',
      entities: [CrewLinkRow, ShowRow, StaffRow, StaffInviteRow, RoomRow],
      migrations: MIGRATIONS,
      migrate: config.MIGRATIONS,
      poolSize: config.DATABASE_POOL_SIZE,
    }),
    {
      provide: RoomsWorker,
      useFactory: (database: DataSource) => new RoomsWorker(kit, database, config),
      inject: [DataSource],
    },
  ],
  handlers: [CrewLinksHandler, ShowsHandler, RoomsHandler],
  workers: [RoomsWorker],
  // Idempotent, on every replica.
  jobs: ({ kit: { log }, get }) => [
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
      ...HOURLY,
      failure: 'deleted and past events could not be swept',
      async run() {
        const shows = await sweepShows(get(DataSource));
        if (shows > 0) log.info({ shows }, 'erased deleted and past events');
      },
    },
  ],
  toRefusal: refusalOf,
});
