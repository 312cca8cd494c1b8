import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '@earworm/service-kit/postgres';
import { check } from '../faults/check.js';
import { Crowd } from '../faults/crowd.js';
import { readLog } from '../faults/logged.js';
import { familyOf, signalAll } from '../layouts/family.js';
import { lastingPort } from '../layouts/ports.js';
import { auditDataDir } from '../load/audit.js';
import { startLocalServer, type LocalServer } from '../load/local-server.js';
import { LoadSession } from '../load/session.js';
import { temporaryFolder } from '../load/temporary-folder.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** More questions than the spec asks on any machine: `seconds` only says how many there are. */
const SHAPE = { games: 20, players: 8, rate: 300, seconds: 120, warmUp: 0 };

describe('a process that is killed in the middle of play', () => {
  let dataDir = '';
  let port = 0;
  let server: LocalServer;
  let session: LoadSession;
  let crowd: Crowd;

  const allOnline = async () => {
    const wanted = SHAPE.games * (SHAPE.players + 1);
    const until = performance.now() + 30_000;
    const online = () => session.games.reduce((sum, game) => sum + game.connections.online, 0);
    while (online() < wanted && performance.now() < until) await pause(50);
    return online() === wanted;
  };
  const acknowledged = () => session.tally.acknowledged.length;

  beforeAll(async () => {
    dataDir = await temporaryFolder('failover');
    port = await lastingPort();
    server = await startLocalServer({ dataDir, port });
    crowd = new Crowd([server.url], 3);
    session = new LoadSession([server.url], SHAPE, crowd.entrance);
    session.tally.measureFrom = 0;
    await session.open();
    session.play();
    await pause(2_000);
  }, 90_000);

  afterAll(async () => {
    session.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, 30_000);

  it('lets its players go on without reloading once it runs again', async () => {
    const before = acknowledged();
    expect(before).toBeGreaterThan(0);
    await server.kill();
    server = await startLocalServer({ dataDir, port });
    expect(await allOnline()).toBe(true);
    await pause(2_000);
    expect(acknowledged()).toBeGreaterThan(before + 100);
    expect(session.tally.stuck).toEqual([]);
  }, 90_000);

  it('does so also when its database is killed with it', async () => {
    const before = acknowledged();
    signalAll(await familyOf(server.pid), 'SIGKILL');
    await server.ended;
    server = await startLocalServer({ dataDir, port });
    expect(await allOnline()).toBe(true);
    await pause(2_000);
    expect(acknowledged()).toBeGreaterThan(before + 100);
    expect(session.tally.stuck).toEqual([]);
  }, 90_000);

  it('keeps every acknowledged press exactly once, in versions without a gap, and has shown everybody just that', async () => {
    await session.finish();
    // What was shown last may still be on its way to somebody.
    await pause(1_000);
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
  }, 60_000);
});
