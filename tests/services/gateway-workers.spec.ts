import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { eventually } from '@earworm/service-kit/testing';
import { lastingPort } from '../harness/ports.js';
import { copyPreparedData } from '../harness/prepared-data.js';
import { processesOn, processIdsOn } from '../harness/processes-on.js';
import { type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { RecordedGames } from './support/recorded-games.js';

const PLAYERS = 5;
/** The product specification allows this for Ctrl-C. */
const STOPS_WITHIN_MS = 3_000;

describe('npm start -- --cores 2', () => {
  let product: Product;
  let games: RecordedGames | undefined;
  let healthPort: number;
  let dataDir: string;

  beforeEach(async () => {
    healthPort = await lastingPort();
    dataDir = await temporaryFolder('gateways');
    await copyPreparedData(dataDir);
    product = await startProduct({
      dataDir,
      args: ['--cores', '2'],
      env: { ...RAISED_LIMITS, HEALTH_PORT: String(healthPort) },
    });
  });
  afterEach(async () => {
    games?.close();
    await product?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const gateways = async (): Promise<number[]> =>
    (await processIdsOn(dataDir))
      .filter(({ commandLine }) => commandLine.includes('gateway-worker'))
      .map(({ pid }) => pid);
  const socketsOf = async (gateway: number): Promise<number> => {
    const metrics = await (await fetch(`http://127.0.0.1:${healthPort + gateway}/metrics`)).text();
    return Number(/^gateway_sockets\S* (\d+)$/m.exec(metrics)?.[1]);
  };
  const readyOf = async (port: number): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;

  it('plays games across two gateways, also while one of them is killed, and loses no command', async () => {
    const playing = (games = await RecordedGames.start({ urls: [product.url], games: 4, players: PLAYERS, rate: 40 }));
    const [first, second] = [await socketsOf(1), await socketsOf(2)];
    expect(Math.min(first, second)).toBeGreaterThan(0);
    expect(first + second).toBe(4 * (PLAYERS + 1));
    await eventually(() => expect(new Set(playing.clients.shownOnline)).toEqual(new Set([PLAYERS])));

    const [killed = NaN] = await gateways();
    process.kill(killed, 'SIGKILL');
    await playing.goOn();
    await eventually(async () => {
      expect(await gateways()).toHaveLength(2);
      for (const port of [healthPort, healthPort + 1, healthPort + 2]) expect(await readyOf(port)).toBe(200);
    });
    expect(await gateways()).not.toContain(killed);
    expect(product.output).toMatch(/"worker":[12],"code":137,"signal":"SIGKILL","restarts":1,"afterMs":0/);
    await eventually(() => expect(new Set(playing.clients.shownOnline)).toEqual(new Set([PLAYERS])));

    await playing.end();
    const { dataDir } = product;
    const stoppedAt = performance.now();
    expect(await product.stop()).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(STOPS_WITHIN_MS);
    expect(await gateways()).toEqual([]);
    const postgres = await startEmbeddedPostgres({ dir: dataDir });
    await playing.expectNoFault(postgres.url).finally(() => postgres.stop());
  });

  it('leaves no process behind when its main process is killed', async () => {
    expect(await gateways()).toHaveLength(2);
    process.kill(product.pid, 'SIGKILL');
    await eventually(async () => expect(await processesOn(dataDir)).toEqual([]));
  });

  it('ends in time while a gateway is suspended', async () => {
    const [suspended = NaN] = await gateways();
    process.kill(suspended, 'SIGSTOP');
    const stoppedAt = performance.now();
    await product.stop();
    expect(performance.now() - stoppedAt).toBeLessThan(STOPS_WITHIN_MS);
    expect(await gateways()).toEqual([]);
  });
});
