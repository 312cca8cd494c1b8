import { create, faultsOf, NO_FAULTS, streamOfCommands } from '@earworm/game/testing';
import { eventually } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Fleet } from './fleet.js';
import { findPgbouncer, NO_PGBOUNCER } from './pgbouncer.js';

const nats = await findNats();
const pgbouncer = await findPgbouncer();

describe('A game process whose database is behind a pooler that hands sessions around', () => {
  if (!nats || !pgbouncer) {
    it.skip(`DID NOT RUN: ${nats ? NO_PGBOUNCER : NO_NATS}`, () => undefined);
    return;
  }
  let fleet: Fleet;
  let pooled: string;

  beforeAll(async () => {
    fleet = await Fleet.start(nats);
    pooled = (await fleet.pooler(pgbouncer)).url;
  }, 60_000);
  afterAll(() => fleet.close(), 30_000);

  it('does not start without a direct address, says why and what to do, and leaves no lock behind', async () => {
    const game = await fleet.game({ DATABASE_URL: pooled });
    await expect(game.start()).rejects.toThrow(
      'DATABASE_DIRECT_URL leads through a connection pooler. The locks that give each game one owner need a direct ' +
        'connection: set DATABASE_DIRECT_URL to the address of Postgres itself.',
    );
    expect(game.isRunning).toBe(false);
    await eventually(async () => expect(await fleet.shares()).toEqual([]));
  }, 60_000);

  it('plays when it has one', async () => {
    await fleet.addGame({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: fleet.database.urls.game });
    const games = await Promise.all(Array.from({ length: 20 }, () => create(fleet.bus)));
    const ids = games.map(({ gameId }) => gameId);
    const stream = streamOfCommands(fleet.bus, ids);
    await sleep(1_000);
    await stream.end();
    expect(stream.answered.length).toBeGreaterThan(100);
    expect(await faultsOf(fleet.database.adminUrl, ids, stream.answered)).toEqual(NO_FAULTS);
  }, 60_000);
});
