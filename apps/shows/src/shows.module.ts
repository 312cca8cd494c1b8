import { defineService } from '@earworm/service-kit/bootstrap';
import { databaseProviders, refusalOf } from '@earworm/service-kit/postgres';
import { DataSource } from 'typeorm';
import { CrewLinksHandler } from './calls/crew-links.handler.js';
import { sweepLinks } from './crew-links/changes.js';
import { CrewLinkRow } from './crew-links/crew-link.entity.js';
import { MIGRATIONS } from './migrations.js';
import { loadShowsConfig } from './shows.config.js';

const FOUR_TIMES_A_DAY = { firstMs: 600_000, everyMs: 86_400_000 / 4 };

export const shows = defineService({
  name: 'shows',
  load: loadShowsConfig,
  providers: (kit, config) =>
    databaseProviders(kit, {
      url: config.DATABASE_URL,
      schema: 'shows',
      entities: [CrewLinkRow],
      migrations: MIGRATIONS,
      migrate: config.MIGRATIONS,
      poolSize: config.DATABASE_POOL_SIZE,
    }),
  handlers: [CrewLinksHandler],
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
  ],
  toRefusal: refusalOf,
});
