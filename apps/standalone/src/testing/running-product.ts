import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { withClient } from '@earworm/service-kit/postgres';
import { freshDatabase } from '@earworm/service-kit/testing';
import { openTracing } from '@earworm/service-kit/tracing';
import { SCHEMAS } from '../schemas.js';
import { startServices } from '../services.js';

export const ADMIN = { email: 'admin@roles.example', password: 'a-long-password' };

export interface RunningProduct {
  readonly url: string;
  readonly socketUrl: string;
  /** A connection to the bus of the services. */
  readonly bus: Bus;
  /** One row of the database, read by a superuser. */
  row<T>(sql: string): Promise<T>;
  close(): Promise<void>;
}

/** Every service in this process, as the standalone product runs them, on an empty database of the run's Postgres. */
export async function runProduct(): Promise<RunningProduct> {
  const [database, folder] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'earworm-roles-'))]);
  const log = createLog('product', { level: 'silent' });
  const hub = createInProcessHub(log);
  const bus = hub.connect();
  const urls = Object.fromEntries(SCHEMAS.map((schema) => [schema, database.url]));
  const services = await startServices({
    env: {
      ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, DRAIN_MS: '0', FLOOD_ANSWER_MS: '0' },
      // Everybody comes from an address of their own, so that no limit of an address is met.
      TRUSTED_PROXIES: 'loopback',
      ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    },
    urls: urls as Record<(typeof SCHEMAS)[number], string>,
    log,
    hub,
    traces: await openTracing({ OTEL_TRACES_SAMPLER_ARG: 0 }),
    databaseDir: null,
    health: { port: 0, host: '127.0.0.1' },
    onFirstAdmin: () => undefined,
  });
  return {
    url: `http://127.0.0.1:${services.port}`,
    socketUrl: `ws://127.0.0.1:${services.port}/ws`,
    bus,
    row: async <T>(sql: string) => (await withClient(database.url, (client) => client.query(sql))).rows[0] as T,
    async close() {
      await services.close();
      await bus.drain();
      await Promise.all([database.drop(), rm(folder, { recursive: true })]);
    },
  };
}
