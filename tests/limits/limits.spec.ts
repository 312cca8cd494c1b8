import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLimit } from '@earworm/contracts';
import { type Bus, connectNatsBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { findNats, NO_NATS } from '../layouts/nats-server.js';
import { Services } from '../layouts/services.js';
import { TcpLine } from '../layouts/tcp-line.js';
import { leanEntrance } from '../load/entrance.js';
import { signInGuest } from '../load/guests.js';
import { LoadGame } from '../load/load-game.js';
import { Tally } from '../load/tally.js';
import { dockerVersion, startContainer, type TestServer } from '../support/test-servers.js';

const nats = await findNats();
const canRun = nats !== null && (await dockerVersion()) !== undefined;
if (!canRun) console.warn(`not run: the limits on a real Redis need a Docker engine, and: ${NO_NATS}`);

/** The product's own: other specs raise them for their crowds. */
const LIMITS = {
  LIMIT_CREATE: '10/600',
  LIMIT_JOIN: '30/60',
  LIMIT_SELECT: '60/60',
  LIMIT_JUDGE: '60/60',
  ANSWER_LIMIT: '20',
};
const JOINS = 30;
const PHONES = 300;
/** On a machine that is busy with all these processes; a caller that hears nothing for 800 ms has got no answer. */
const ANSWERED_WITHIN_MS = 600;

(canRun ? describe : describe.skip)('limits, counted by two processes on one Redis', () => {
  let redis: TestServer;
  let line: TcpLine;
  let services: Services;
  let bus: Bus;
  let users = 0;
  let isStopped = false;

  beforeAll(async () => {
    if (nats === null) return;
    redis = await startContainer('redis');
    line = await TcpLine.to(Number(new URL(redis.url).port));
    services = await Services.start({
      ...{ nats, gateways: 1, gameReplicas: 1, limiters: 2 },
      env: { ...LIMITS, REDIS_URL: `redis://127.0.0.1:${line.port}` },
    });
    bus = await connectNatsBus({ url: services.busUrl, log: createLog('spec', { level: 'silent' }) });
  }, 120_000);
  afterAll(async () => {
    await bus?.drain();
    await services?.close();
    line?.close();
    if (!isStopped) await redis?.stop();
  }, 60_000);

  /** How many of a hundred joins that one new user tries at once are allowed, and the longest wait for an answer. */
  async function hundredJoins(): Promise<{ allowed: number; slowestMs: number }> {
    const userId = `user-${++users}`;
    let slowestMs = 0;
    const ask = async () => {
      const start = performance.now();
      const { allowed } = await bus.call(checkLimit, { userId, gameId: 'game', action: 'join_game' });
      slowestMs = Math.max(slowestMs, performance.now() - start);
      return allowed;
    };
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    return { allowed: answers.filter(Boolean).length, slowestMs };
  }

  /** A game from its beginning to a press, with its players joining all at once. */
  async function play(phones: number): Promise<void> {
    const [url] = services.urls;
    const game = new LoadGame(new Tally(), leanEntrance(), () => undefined);
    try {
      await game.create(await signInGuest(url!), 5);
      const guests = await Promise.all(Array.from({ length: phones }, () => signInGuest(url!)));
      await Promise.all(guests.map((guest, i) => game.join(guest, `Player ${i + 1}`)));
      await game.start();
      game.press(performance.now());
      await game.finish();
      expect(game.connections.online).toBe(phones + 1);
    } finally {
      game.close();
    }
  }

  it('are one count, whichever process is asked', async () => {
    expect((await eventually(once)).allowed).toBe(JOINS);
    expect((await hundredJoins()).allowed).toBe(JOINS);
  }, 30_000);

  it('let 300 phones behind one address into one game at the same moment', () => play(PHONES), 60_000);

  it('are counted by each process for itself while Redis is cut off, and the games go on', async () => {
    line.cut();
    const { allowed, slowestMs } = await hundredJoins();
    expect(allowed).toBeGreaterThanOrEqual(JOINS);
    expect(allowed).toBeLessThanOrEqual(2 * JOINS);
    expect(slowestMs).toBeLessThan(ANSWERED_WITHIN_MS);
    await play(5);
  }, 30_000);

  it('are one count again when Redis is back', async () => {
    line.mend();
    await eventually(once, 15_000);
    expect((await hundredJoins()).allowed).toBe(JOINS);
  }, 30_000);

  it('hold also while Redis takes questions and answers none', async () => {
    line.stall();
    const { allowed, slowestMs } = await hundredJoins();
    line.flow();
    expect(allowed).toBeGreaterThanOrEqual(JOINS);
    expect(allowed).toBeLessThanOrEqual(2 * JOINS);
    expect(slowestMs).toBeLessThan(ANSWERED_WITHIN_MS);
  }, 30_000);

  it('survive a Redis that is gone for good', async () => {
    await redis.stop();
    isStopped = true;
    expect((await hundredJoins()).allowed).toBeLessThanOrEqual(2 * JOINS);
    await play(5);
  }, 60_000);

  /** Both processes have found Redis. */
  async function once() {
    const counted = await hundredJoins();
    expect(counted.allowed).toBe(JOINS);
    return counted;
  }
});
