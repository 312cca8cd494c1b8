import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing';
import { check } from '../faults/check.js';
import { Crowd } from '../faults/crowd.js';
import { readLog } from '../faults/logged.js';
import { familyOf, signalAll } from '../harness/family.js';
import { lastingPort } from '../harness/ports.js';
import { auditDataDir } from '../load/audit.js';
import { startLocalServer, type LocalServer } from '../load/local-server.js';
import { LoadSession } from '../load/session.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

/** More questions than the spec asks on any machine: `seconds` only says how many there are. */
const SHAPE = { games: 20, players: 8, rate: 300, seconds: 120, warmUp: 0 };

describe('a process that is killed in the middle of play', () => {
  let dataDir = '';
  let port = 0;
  let server: LocalServer;
  let session: LoadSession;
  let crowd: Crowd;

  const acknowledged = () => session.tally.acknowledged.length;
  /** Everybody is online, and presses are accepted. */
  const goesOn = async () => {
    await eventually(() => expect(crowd.areAllOnline).toBe(true));
    const before = acknowledged();
    await eventually(() => expect(acknowledged()).toBeGreaterThan(before + 100));
    expect(session.tally.stuck).toEqual([]);
  };

  beforeAll(async () => {
    dataDir = await temporaryFolder('failover');
    port = await lastingPort();
    server = await startLocalServer({ dataDir, port });
    crowd = new Crowd([server.url], 3);
    session = new LoadSession([server.url], SHAPE, crowd.entrance);
    session.tally.measureFrom = 0;
    await session.open();
    session.play();
    await goesOn();
  }, 120_000);

  afterAll(async () => {
    session.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);

  it('lets its players go on without reloading once it runs again', async () => {
    await server.kill();
    server = await startLocalServer({ dataDir, port });
    await goesOn();
  }, 150_000);

  it('does so also when its database is killed with it', async () => {
    signalAll(await familyOf(server.pid), 'SIGKILL');
    await server.ended;
    server = await startLocalServer({ dataDir, port });
    await goesOn();
  }, 150_000);

  it('keeps every acknowledged press exactly once, in versions without a gap, and has shown everybody just that', async () => {
    await session.finish();
    await eventually(() => expect(crowd.areTogether).toBe(true));
    crowd.settle();
    session.close();
    expect(await server.stop()).toBe(0);
    const { tally, games } = session;
    const gameIds = games.map((game) => game.gameId);
    const audit = await auditDataDir(dataDir, gameIds, tally.acknowledged);
    expect(audit).toMatchObject({ lost: 0, doubled: 0, broken: 0 });
    expect(audit.accepted).toBe(tally.acknowledged.length);
    expect(tally.foreign).toBe(0);

    const postgres = await startEmbeddedPostgres({ dir: dataDir });
    const logged = await readLog(postgres.url, gameIds).finally(() => postgres.stop());
    expect(check(logged, crowd.records).descriptions).toEqual([]);
  }, 150_000);
});
