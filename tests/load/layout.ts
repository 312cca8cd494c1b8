import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { Guard } from '../harness/guard.js';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { processIdsOn } from '../harness/processes-on.js';
import { startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { Services } from '../harness/services.js';
import { DEFAULT_OPTIONS, type LoadOptions } from './options.js';
import { stopOnSignals } from './stop-on-signals.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import type { Part } from './usage.js';

/** What the load is put on. */
export interface Layout {
  /** Addresses that the clients are spread over. */
  readonly urls: readonly string[];
  /** Null for a server that ran already. */
  readonly readyAfterMs: number | null;
  readonly parts: readonly Part[];
  /** Stops what serves, then lets the log be read by a superuser's URL; null where it cannot be reached. */
  readonly readLog: (<T>(read: (databaseUrl: string) => Promise<T>) => Promise<T>) | null;
  /** Ends everything that was started and removes its data. */
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/** Something that has to be there and is not; exit code 2. */
export class Missing extends Error {}

/** @param env of all its processes */
export function openLayout(options: LoadOptions, env: Environment = {}): Promise<Layout> {
  if (options.url !== null) return Promise.resolve(elsewhere(options.url));
  return options.layout === 'services' ? servicesLayout(options, env) : standalone(options.layout, options.cores, env);
}

/** Opens a layout for some work and closes it afterwards, also when a signal interrupts. */
export async function withLayout<T>(
  options: Partial<LoadOptions>,
  work: (layout: Layout) => Promise<T>,
  env?: Environment,
): Promise<T> {
  const layout = await openLayout({ ...DEFAULT_OPTIONS, ...options }, env);
  const leaveSignals = stopOnSignals(() => layout.close());
  try {
    return await work(layout);
  } finally {
    leaveSignals();
    await layout.close();
  }
}

const elsewhere = (url: string): Layout => ({
  ...{ urls: [url], readyAfterMs: null, parts: [], readLog: null },
  close: () => Promise.resolve(),
});

async function standalone(layout: 'standalone' | 'floor', cores: number, env: Environment): Promise<Layout> {
  const dataDir = await temporaryFolder('load');
  const guard = new Guard(dataDir);
  try {
    const program = layout === 'floor' ? 'floor' : 'product';
    const settings = { ...RAISED_LIMITS, ...env };
    const server = await startProduct({ dataDir, program, env: settings, args: ['--cores', String(cores)] });
    const { pid, url, readyAfterMs } = server;
    return {
      urls: [url],
      readyAfterMs,
      parts: [{ name: 'server', pid, only: 'itself' }, ...(await partsStartedBy(dataDir, pid))],
      readLog: async (read) => {
        await server.stop();
        const postgres = await startEmbeddedPostgres({ dir: dataDir });
        try {
          return await read(postgres.url);
        } finally {
          await postgres.stop();
        }
      },
      close: async () => {
        await server.stop();
        await guard.cleanUp();
      },
    };
  } catch (error) {
    await guard.cleanUp();
    throw error;
  }
}

/** The database and, with several cores, the gateways. */
async function partsStartedBy(dataDir: string, pid: number): Promise<Part[]> {
  const gateways = (await processIdsOn(dataDir)).filter(({ commandLine }) => commandLine.includes('gateway-worker'));
  return [
    ...gateways.map((gateway): Part => ({ name: 'gateways', pid: gateway.pid, only: 'itself' })),
    { name: 'postgres', pid, only: 'children', except: gateways.map((gateway) => gateway.pid) },
  ];
}

async function servicesLayout({ gateways, gameReplicas }: LoadOptions, env: Environment): Promise<Layout> {
  const nats = await findNats();
  if (!nats) throw new Missing(NO_NATS);
  const startedAt = performance.now();
  const services = await Services.start({ nats, gateways, gameReplicas, everything: true, env });
  return {
    urls: services.urls,
    readyAfterMs: performance.now() - startedAt,
    parts: services.parts,
    readLog: async (read) => {
      await services.stopServices();
      return read(services.database.adminUrl);
    },
    close: () => services.close(),
  };
}
