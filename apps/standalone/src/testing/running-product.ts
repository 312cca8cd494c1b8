import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { withClient } from '@earworm/service-kit/postgres';
import { freshDatabase } from '@earworm/service-kit/testing';
import { openTracing } from '@earworm/service-kit/tracing';
import { openDatabase } from '../embedded-postgres.js';
import { type Schema, SCHEMAS } from '../schemas.js';
import { type ServicesOptions, startServices } from '../services.js';
import { loadStandaloneConfig } from '../standalone.config.js';

export const ADMIN = { email: 'admin@roles.example', password: 'a-long-password' };

/** Against what hangs. */
const STOP_WITHIN_MS = 10_000;

export interface RunningProduct {
  readonly url: string;
  readonly socketUrl: string;
  /** A connection to the bus of the services. */
  readonly bus: Bus;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** One row of the database, read by a role that may read the schema of identity. */
  row<T>(sql: string): Promise<T>;
  close(): Promise<void>;
}

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  /** Of a product that has stopped. Default: an empty folder, and an empty database of the run's Postgres. */
  readonly dataDir?: string;
  readonly telemetryOverrides?: ServicesOptions['telemetryOverrides'];
  readonly gameOverrides?: ServicesOptions['gameOverrides'];
}

/** Every service in this process, as the standalone product runs them. */
export async function runProduct({
  env,
  dataDir,
  telemetryOverrides,
  gameOverrides,
}: Options = {}): Promise<RunningProduct> {
  const { folder, urls, anyUrl, release } = await (dataDir === undefined ? emptyData() : dataOf(dataDir));
  const log = createLog('product', { level: 'silent' });
  const hub = createInProcessHub(log);
  const bus = hub.connect();
  const services = await startServices({
    env: {
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, DRAIN_MS: '0' },
      // Every user has their own address, so that no limit of an address is reached.
      TRUSTED_PROXIES: 'loopback',
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
      ...env,
    },
    urls,
    log,
    hub,
    traces: await openTracing({ OTEL_TRACES_SAMPLER_ARG: 0 }),
    databaseDir: null,
    health: { port: 0, host: '127.0.0.1' },
    onFirstAdmin: () => undefined,
    gatewayOverrides: { floodAnswerMs: 0 },
    telemetryOverrides,
    gameOverrides,
  });
  return {
    url: `http://127.0.0.1:${services.port}`,
    socketUrl: `ws://127.0.0.1:${services.port}/ws`,
    bus,
    databaseUrl: anyUrl,
    dataDir: folder,
    row: async <T>(sql: string) => (await withClient(anyUrl, (client) => client.query(sql))).rows[0] as T,
    async close() {
      await services.close();
      await bus.drain();
      await release();
    },
  };
}

interface Data {
  readonly folder: string;
  readonly urls: Record<Schema, string>;
  readonly anyUrl: string;
  release(): Promise<void>;
}

async function emptyData(): Promise<Data> {
  const [database, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'earworm-roles-'))]);
  return {
    folder,
    urls: Object.fromEntries(SCHEMAS.map((schema) => [schema, database.url])) as Record<Schema, string>,
    anyUrl: database.url,
    release: async () => void (await Promise.all([database.drop(), rm(folder, { recursive: true })])),
  };
}

async function dataOf(folder: string): Promise<Data> {
  const { urls, stop } = await openDatabase(loadStandaloneConfig({ DATA_DIR: folder }));
  return { folder, urls, anyUrl: urls.identity, release: () => stop(STOP_WITHIN_MS) };
}
