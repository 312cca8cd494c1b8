import { join } from 'node:path';
import type { BackingServer } from './backing-servers.js';
import type { Child } from './child.js';
import type { Database, Schema } from './database.js';
import type { Guard } from './guard.js';
import type { NatsServer } from './nats-server.js';
import { lastingPort } from './ports.js';
import { RAISED_LIMITS } from './raised-limits.js';
import { serverProcess } from './server-process.js';
import type { Overrides, ServicesOptions } from './services-options.js';
import { TcpLine } from './tcp-line.js';

/** Starts a built service with values that no variable sets. */
export const OVERRIDDEN_SERVICE = join('tests', 'harness', 'overridden-service.mjs');

export interface Gateway extends Child {
  readonly url: string;
  /** To NATS; null unless asked for. */
  readonly line: TcpLine | null;
}

interface ServiceProcessesDependencies {
  readonly database: Database;
  readonly nats: NatsServer;
  readonly backing: readonly BackingServer[];
  readonly guard: Guard;
  readonly dataDir: string;
}

interface ServiceProcess {
  readonly app: string;
  /** Default: the app's. */
  readonly name?: string;
  readonly schema?: Schema;
  readonly env?: NodeJS.ProcessEnv;
}

/** Creates the processes of services, without starting them. */
export class ServiceProcesses {
  /** In the order of creation. */
  readonly all: Child[] = [];
  readonly healthUrls = new Map<string, string>();

  constructor(
    private readonly dependencies: ServiceProcessesDependencies,
    private readonly options: ServicesOptions,
  ) {}

  async create({ app, name = app, schema, env }: ServiceProcess): Promise<Child> {
    const { database, nats, backing, guard } = this.dependencies;
    const healthPort = await lastingPort();
    const overrides = this.options.overrides?.[app as keyof Overrides];
    const child = serverProcess({
      name,
      main: overrides === undefined ? join('apps', app, 'dist', 'main.js') : OVERRIDDEN_SERVICE,
      args: overrides === undefined ? [] : [app, JSON.stringify(overrides)],
      root: this.options.rootOf?.(name),
      env: {
        ...(this.options.limits === 'standard' ? {} : RAISED_LIMITS),
        NATS_URL: nats.urlOf(app),
        DATABASE_URL: schema && database.urls[schema],
        DATABASE_DIRECT_URL: undefined,
        HEALTH_PORT: String(healthPort),
        LOG_LEVEL: 'warn',
        NODE_ENV: undefined,
        DRAIN_MS: '200',
        ...Object.assign({}, ...backing.map((server) => server.env)),
        ...this.options.env,
        ...env,
      },
      isReady: () => isReady(healthPort),
      guard,
      onOutput: this.options.onOutput,
    });
    this.all.push(child);
    this.healthUrls.set(name, `http://127.0.0.1:${healthPort}`);
    return child;
  }

  createIdentity(name: string, port: number): Promise<Child> {
    // A Keycloak in a container fetches its keys by another address of this machine.
    const host = this.options.keycloak ? '0.0.0.0' : '127.0.0.1';
    const env = { PORT: String(port), HOST: host, TRUSTED_PROXIES: 'loopback' };
    return this.create({ app: 'identity', name, schema: 'identity', env });
  }

  async createGateway(name: string, identityUrl: string | undefined, listen?: ServicesOptions['listen']) {
    const { nats, dataDir } = this.dependencies;
    const { port, host } = listen ?? { port: await lastingPort(), host: '127.0.0.1' };
    const line = this.options.cuttable ? await TcpLine.to(Number(new URL(nats.url).port)) : null;
    const env: NodeJS.ProcessEnv = { PORT: String(port), HOST: host, IDENTITY_URL: identityUrl, DATA_DIR: dataDir };
    if (line) env['NATS_URL'] = onPort(nats.urlOf('gateway'), line.port);
    const child = await this.create({ app: 'gateway', name, env });
    return Object.assign(child, { url: `http://127.0.0.1:${port}`, line }) satisfies Gateway;
  }
}

const isReady = (healthPort: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${healthPort}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

function onPort(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}
