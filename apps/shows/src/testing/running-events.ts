import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as calls from '@earworm/contracts';
import { type RequestOf, type Room, type ShowActor, ShowId } from '@earworm/contracts';
import { type GameId, UserId } from '@earworm/rules';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { OBJECTS, type ObjectStore } from '@earworm/service-kit/objects';
import { eventually, freshDatabase, patientBus } from '@earworm/service-kit/testing';
import { type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Logos } from '../logos/logos.js';
import type { ShowsConfig } from '../shows.config.js';
import { sweepShows } from '../shows/sweep-shows.js';
import { shows } from '../shows.module.js';
import { serveGames } from './served-games.js';

export const actor = (name: string, also: Partial<ShowActor> = {}): ShowActor => ({
  ...{ userId: UserId.parse(name), isAdmin: false, isGuest: false, name },
  ...also,
});
export const OLGA = actor('olga');

/** Tomorrow. */
export const inDays = (days: number): number => Date.now() + days * 86_400_000;

export const facts = (also: Partial<RequestOf<typeof calls.createShow>['facts']> = {}) => ({
  ...{ name: 'Quiz night', startsAt: inDays(1), timeZone: 'Europe/Berlin', peoplePerRoom: 20 },
  ...also,
});

export const row = (n: number, also: Partial<RequestOf<typeof calls.saveRooms>['rows'][number]> = {}) => ({
  ...{ ownId: `row-${n}`, number: n, name: `Room ${n}` },
  ...also,
});

/** The service on a database of its own, and the services that create games and read templates. */
export async function runEvents(overrides: Partial<ShowsConfig> = {}) {
  const [database, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'earworm-shows-'))]);
  const log = createLog('shows', { level: 'silent' });
  const hub = createInProcessHub(log);
  const apps: INestApplication[] = [];
  const games = serveGames(hub.connect());
  const bus = patientBus(hub.connect());
  const start = async (also: Partial<ShowsConfig> = {}) => {
    const config = {
      ...shows.load({ DATABASE_URL: database.url, DATA_DIR: folder }),
      ...{ busyPauseMs: 10, pollMs: 20 },
      ...{ attentionMs: 20, planMs: 0, runningMs: 50 },
      ...overrides,
      ...also,
    };
    const module = shows.module(makeKit({ name: 'shows', bus: hub.connect(), log }), config);
    const app = await NestFactory.create(module, { logger: false, abortOnError: false });
    apps.push(await app.init());
    return app;
  };
  const app = await start();
  const events = {
    bus,
    games,
    source: app.get(DataSource),
    databaseUrl: database.url,
    logos: app.get(Logos),
    objects: app.get<ObjectStore>(OBJECTS),
    sweep: () => sweepShows({ database: events.source, objects: events.objects, bus }),
    /** One more replica. */
    start,
    async newShow(also: Parameters<typeof facts>[0] = {}, by: ShowActor = OLGA): Promise<ShowId> {
      const showId = ShowId.parse(randomUUID());
      await bus.call(calls.createShow, { actor: by, showId, facts: facts(also) });
      return showId;
    },
    /** With rooms of these numbers. */
    async showWith(rooms: number, also: Parameters<typeof row>[1] = {}): Promise<ShowId> {
      const showId = await events.newShow();
      const rows = Array.from({ length: rooms }, (_, n) => row(n + 1, also));
      await bus.call(calls.saveRooms, { actor: OLGA, showId, rows });
      return showId;
    },
    save: (showId: ShowId, rows: ReturnType<typeof row>[], by = OLGA) =>
      bus.call(calls.saveRooms, { actor: by, showId, rows }),
    read: (showId: ShowId, by = OLGA) => bus.call(calls.readShow, { actor: by, showId }),
    async rooms(showId: ShowId, by = OLGA): Promise<Room[]> {
      const found: Room[] = [];
      for (let after: string | null | undefined; after !== null;) {
        const page: calls.ReplyOf<typeof calls.listRooms> = await bus.call(calls.listRooms, {
          actor: by,
          showId,
          after,
        });
        found.push(...page.rooms);
        after = page.next;
      }
      return found;
    },
    prepare: (showId: ShowId, by = OLGA) => bus.call(calls.prepareRooms, { actor: by, showId }),
    readRounds: (room: Room, showId: ShowId, by = OLGA) =>
      bus.call(calls.readRounds, { actor: by, showId, roomId: room.roomId }),
    beginRound: (room: Room, showId: ShowId, round: number, after: GameId, by = OLGA) =>
      bus.call(calls.beginRound, { actor: by, showId, roomId: room.roomId, round, after }),
    stop: (showId: ShowId, by = OLGA) => bus.call(calls.stopPreparing, { actor: by, showId }),
    retry: (showId: ShowId, by = OLGA) => bus.call(calls.retryRooms, { actor: by, showId }),
    /** Once no room is being prepared. */
    prepared: (showId: ShowId) =>
      eventually(async () => {
        const { counts } = await events.read(showId);
        if (counts.preparing > 0) throw new Error(`${counts.preparing} rooms are being prepared`);
        return counts;
      }),
    /** Brings somebody to the staff. */
    async staffed(showId: ShowId, who: ShowActor, role: calls.StaffRole) {
      const { inviteId, secret } = await bus.call(calls.inviteStaff, { actor: OLGA, showId, role });
      await bus.call(calls.joinStaff, { actor: who, inviteId, secret });
    },
    async clear() {
      for (const table of [
        'show',
        'staff',
        'staff_invite',
        'room',
        'crew_link',
        'attention',
        'start_hold',
        'bulk_act',
        'bulk_act_room',
        'advance',
        'advanced',
      ])
        await events.source.query(`delete from ${table}`);
      games.reset();
    },
    async close() {
      await Promise.all(apps.map((each) => each.close()));
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
  return events;
}
export type RunningEvents = Awaited<ReturnType<typeof runEvents>>;

export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: calls.RefusedError) => error.code,
  );
