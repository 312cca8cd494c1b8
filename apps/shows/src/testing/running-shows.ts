import {
  askForCrewLink,
  createCrewLink,
  listCrewLinks,
  lookAtCrewLink,
  type RequestOf,
  revokeCrewLink,
  useCrewLink,
} from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { freshDatabase, patientBus } from '@earworm/service-kit/testing';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { shows } from '../shows.module.js';
import { GAME, LEAD, serveGame } from './served-game.js';

type Wish = Partial<RequestOf<typeof createCrewLink>>;

/** Two replicas of the service on one database, and a game. `lines`: everything they log. */
export async function runShows() {
  const database = await freshDatabase();
  const lines: string[] = [];
  const log = createLog('shows', { level: 'trace', to: { write: (line) => void lines.push(line) } });
  const hub = createInProcessHub(log);
  const apps: INestApplication[] = [];
  // One after the other: the first makes the tables.
  for (let i = 0; i < 2; i += 1) {
    const kit = makeKit({ name: 'shows', bus: hub.connect(), log });
    const module = shows.module(kit, shows.load({ DATABASE_URL: database.url }));
    const app = await NestFactory.create(module, { logger: false, abortOnError: false });
    apps.push(await app.init());
  }
  const game = serveGame(hub.connect());
  const bus = patientBus(hub.connect());
  const shown = ({ linkId, secret }: { linkId: string; secret: string }) => ({ linkId, secret });
  return {
    bus,
    game,
    lines,
    source: apps[0]!.get(DataSource),
    create: (wish: Wish = {}) =>
      bus.call(createCrewLink, { gameId: GAME, by: LEAD, rights: ['judge'], purpose: 'co-host', ...wish }),
    list: async (by: UserId = LEAD) => (await bus.call(listCrewLinks, { gameId: GAME, by })).links,
    revoke: (linkId: string, by: UserId = LEAD) => bus.call(revokeCrewLink, { gameId: GAME, by, linkId }),
    lookAt: (link: { linkId: string; secret: string }) => bus.call(lookAtCrewLink, shown(link)),
    ask: (link: { linkId: string; secret: string }) => bus.call(askForCrewLink, shown(link)),
    use: (link: { linkId: string; secret: string }, userId: UserId, name = 'Cora') =>
      bus.call(useCrewLink, { ...shown(link), userId, name }),
    async close() {
      await Promise.all(apps.map((app) => app.close()));
      await database.drop();
    },
  };
}
export type RunningShows = Awaited<ReturnType<typeof runShows>>;
