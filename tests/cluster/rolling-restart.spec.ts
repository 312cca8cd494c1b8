import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { check } from '../faults/check.js';
import { Crowd } from '../faults/crowd.js';
import { readHeads, readLog } from '../faults/logged.js';
import { worstPause } from '../faults/pauses.js';
import { Standstills } from '../faults/standstills.js';
import { startAgain } from '../faults/trouble.js';
import type { Child } from '../harness/child.js';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { LoadSession } from '../load/session.js';

/** More questions than are asked: `seconds` only says how many there are. */
const SHAPE = { games: 6, players: 5, rate: 50, seconds: 240, warmUp: 0 };
/** What nobody may wait longer for than for a new release, ms. */
const PAUSE_MAX_MS = 2_000;
const TRIES = 3;

/** What whoever spreads connections over the gateways does meanwhile. */
interface During {
  readonly whenGoing?: () => void;
  readonly whenReady?: () => void;
}

const nats = await findNats({ ...process.env, NATS_URL: undefined });
if (nats === null) console.warn(`not run: a rolling restart: ${NO_NATS}`);

(nats ? describe : describe.skip)('a new release, one process after another while people play', () => {
  const standstills = new Standstills();
  let services: Services;
  let session: LoadSession;
  let crowd: Crowd;
  /** Where whoever connects is sent: gateways that are ready, as behind any load balancer. */
  const ready: string[] = [];

  const accepted = () => session.tally.acknowledged.length;
  const goesOn = async () => {
    const before = accepted();
    const until = performance.now() + 30_000;
    while ((accepted() < before + SHAPE.rate || !crowd.areAllOnline) && performance.now() < until) await pause(20);
    expect(accepted()).toBeGreaterThanOrEqual(before + SHAPE.rate);
    expect(crowd.areAllOnline).toBe(true);
  };

  /** Whoever still waits for an answer is not overlooked. */
  const areAnswered = async (givenBefore: number) => {
    const waiting = () =>
      crowd.records.flatMap(({ commands }) =>
        commands.filter(({ givenAt, answeredAt }) => answeredAt === null && givenAt < givenBefore),
      );
    const until = performance.now() + 30_000;
    while (waiting().length > 0 && performance.now() < until) await pause(20);
    expect(waiting()).toEqual([]);
  };

  beforeAll(async () => {
    if (nats === null) return;
    services = await Services.start({ nats, gateways: 2, gameReplicas: 2, env: { DRAIN_MS: '1000' } });
    ready.push(...services.urls);
    crowd = new Crowd(ready, 8);
    session = new LoadSession(services.urls, SHAPE, crowd.entrance);
    session.tally.measureFrom = 0;
    await session.open();
    session.play(8);
    await goesOn();
  }, 120_000);
  afterAll(async () => {
    standstills.stop();
    session?.close();
    await services?.close();
  }, 30_000);

  it('replaces every gateway', async () => {
    for (const gateway of services.gateways) {
      await replaceQuickly([gateway], {
        whenGoing: () => ready.splice(ready.indexOf(gateway.url), 1),
        whenReady: () => ready.push(gateway.url),
      });
    }
  }, 360_000);

  it('replaces every game process', async () => {
    for (const game of services.games) await replaceQuickly([game]);
  }, 360_000);

  it('replaces identity, library and limiter, all at once', async () => {
    await replaceQuickly(services.others);
  }, 360_000);

  it('has lost no command, sent nobody away and left nobody waiting', async () => {
    await session.finish();
    const gameIds = session.games.map(({ gameId }) => gameId);
    let heads = await readHeads(services.database.adminUrl, gameIds);
    for (const until = performance.now() + 30_000; !crowd.areAllAt(heads) && performance.now() < until;) {
      await pause(50);
      heads = await readHeads(services.database.adminUrl, gameIds);
    }
    crowd.settle();
    const findings = check(await readLog(services.database.adminUrl, gameIds), crowd.records);
    expect(findings.descriptions).toEqual([]);
    expect(session.tally.stuck).toEqual([]);
  }, 90_000);

  /** What else the machine does can only make it longer: it is too long when it is so each time. */
  async function replaceQuickly(children: readonly Child[], during: During = {}): Promise<void> {
    const waits: number[] = [];
    while (waits.length < TRIES && Math.min(Infinity, ...waits) >= PAUSE_MAX_MS)
      waits.push(await replace(children, during));
    const names = children.map(({ name }) => name).join(', ');
    process.stdout.write(`${names} replaced: nobody waited longer than ${waits.join(', ')} ms\n`);
    expect(Math.min(...waits)).toBeLessThan(PAUSE_MAX_MS);
  }

  /** The longest that anybody waited for an answer meanwhile, ms. */
  async function replace(children: readonly Child[], { whenGoing, whenReady }: During): Promise<number> {
    const since = Date.now();
    whenGoing?.();
    const codes = await Promise.all(children.map((child) => child.stop()));
    expect(codes).toEqual(children.map(() => 0));
    await Promise.all(children.map((child) => startAgain(child, (what) => void process.stderr.write(`${what}\n`))));
    whenReady?.();
    await goesOn();
    await areAnswered(Date.now());
    const during = crowd.records.map((record) => ({
      ...record,
      commands: record.commands.filter(({ answeredAt }) => answeredAt !== null && answeredAt >= since),
    }));
    return Math.round(worstPause(during, standstills));
  }
});
