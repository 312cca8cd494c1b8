import { join } from 'node:path';
import type { Bus } from '@earworm/service-kit/bus';
import { connectNatsBus } from '@earworm/service-kit/bus/nats';
import { createLog } from '@earworm/service-kit/log';
import { patientBus } from '@earworm/service-kit/testing/patient-bus';
import {
  type BackingServer,
  type KeycloakOptions,
  keycloakServer,
  minioServer,
  redisServer,
  type ServerSource,
} from './backing-servers.js';
import { Child } from './child.js';
import { COMPILE_CACHE } from './compile-cache.js';
import { Database, type Schema } from './database.js';
import { Guard } from './guard.js';
import { natsChild, type NatsServer, type NatsSource } from './nats-server.js';
import { lastingPort } from './ports.js';
import { copyPreparedData } from './prepared-data.js';
import { RAISED_LIMITS } from './raised-limits.js';
import { ROOT } from './root.js';
import { SERVER_FLAGS } from './server-flags.js';
import { TcpLine } from './tcp-line.js';
import { temporaryFolder } from './temporary-folder.js';

/** What a game needs, in one process each unless the options say otherwise. */
const FOR_A_GAME = ['identity', 'library', 'rate-limit', 'game', 'gateway'] as const;
/** What no command passes. */
const FURTHER = ['telemetry', 'feedback'] as const;
type ServiceName = (typeof FOR_A_GAME | typeof FURTHER)[number];

export interface ServicesOptions {
  readonly nats: NatsSource;
  /** Default: none, and limits are counted in memory unless `env` names one. */
  readonly redis?: ServerSource;
  /** Default: none, and objects are kept in a folder unless `env` names one. */
  readonly minio?: ServerSource;
  /** Starts a Keycloak for the web app at these origins; default: none, the embedded provider unless `env` names one. */
  readonly keycloak?: KeycloakOptions['origins'];
  /** A superuser's URL of a Postgres that others run; default: one that comes with the project. */
  readonly databaseUrl?: string;
  /** Keeps the data; default: a new folder, removed at the end, that starts from what the run has prepared. */
  readonly dataDir?: string;
  /** Where the first gateway listens; default: any port of this machine alone. */
  readonly listen?: { readonly port: number; readonly host?: string };
  /** The address of this machine at which other devices reach a MinIO that is started. */
  readonly publicHost?: string;
  /** Default: those of one machine that plays hundreds of people. */
  readonly limits?: 'raised' | 'standard';
  /** Given what the services print. */
  readonly onOutput?: (text: string) => void;
  /** Default: what a game needs, without telemetry and feedback. */
  readonly only?: readonly ServiceName[];
  /** Telemetry and feedback too. */
  readonly everything?: boolean;
  /** Default 1. */
  readonly gateways?: number;
  /** Default 1. */
  readonly gameReplicas?: number;
  /** Processes that count the limits; default 1. */
  readonly limiters?: number;
  /** Processes that sign people in; default 1. */
  readonly identities?: number;
  /** Puts a line that can be cut between each gateway and NATS. Costs this process some work per message. */
  readonly cuttable?: boolean;
  /** Where the build of a process is, by its name, such as `game-2`; default: this checkout. */
  readonly rootOf?: (name: string) => string;
  /** Further variables for every service. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Gateway extends Child {
  readonly url: string;
  /** To NATS; null unless asked for. */
  readonly line: TcpLine | null;
}

const NOT_PERMITTED = 'does not permit this user to use a subject';
/** A request is forgotten with the connection that it came by: its reply is refused, and the caller asks again. */
const LATE_REPLY = '"subject":"_INBOX.';

/** The services as separate processes on a real NATS and one Postgres, as a large installation runs them. */
export class Services {
  readonly #started: Child[] = [];
  readonly #buses: Bus[] = [];

  private constructor(
    readonly database: Database,
    private readonly bus: NatsServer,
    private readonly backing: readonly BackingServer[],
    readonly guard: Guard,
    /** Removed at the end. */
    readonly folder: string,
    /** Of the first identity service. */
    private readonly identityPort: number,
    private readonly options: ServicesOptions,
  ) {}

  #identityUrl: string | undefined;
  readonly gateways: Gateway[] = [];
  readonly games: Child[] = [];
  /** Identity, library and rate-limit; with `everything` telemetry and feedback too. */
  readonly others: Child[] = [];
  /** Where each process answers `/health/*` and `/metrics`, by its name. */
  readonly healthUrls = new Map<string, string>();

  /** Rejects with its output when one of them does not come up; then nothing is left running. */
  static async start(options: ServicesOptions): Promise<Services> {
    const { dataDir, databaseUrl, redis, minio, keycloak: origins, publicHost } = options;
    const folder = dataDir ?? (await temporaryFolder('services'));
    const guard = new Guard(dataDir === undefined ? folder : null);
    try {
      const identityPort = await lastingPort();
      const isPrepared = dataDir === undefined && databaseUrl === undefined && (await copyPreparedData(folder));
      const [database, nats, ...backing] = await Promise.all([
        databaseUrl === undefined ? Database.start(folder, guard) : Database.at(databaseUrl, guard),
        natsChild(options.nats, guard, folder),
        redisServer(redis ?? { kind: 'given' }, guard),
        minioServer(minio ?? { kind: 'given' }, { guard, publicHost, keptFor: dataDir }),
        ...(origins ? [keycloakServer({ guard, publicHost, keptFor: dataDir, origins, identityPort })] : []),
      ]);
      const services = new Services(database, nats, backing, guard, folder, identityPort, options);
      await Promise.all([
        nats.child?.start(),
        ...backing.map(({ child, startsWithinMs }) => child?.start(startsWithinMs)),
      ]);
      for (const { prepare } of backing) await prepare?.();
      await services.#startAll(isPrepared);
      return services;
    } catch (error) {
      await guard.cleanUp();
      throw error;
    }
  }

  /** Null when others run it. */
  get nats(): Child | null {
    return this.bus.child;
  }

  /** Where a spec reaches the bus, as a user that may use every subject. */
  get busUrl(): string {
    return this.bus.url;
  }

  /** Every address of the bus that was given to somebody, with its password. */
  get busUrls(): readonly string[] {
    return [this.bus.url, ...[...FOR_A_GAME, ...FURTHER].map(this.bus.urlOf)];
  }

  /** The service's only process. */
  of(name: 'identity' | 'library' | 'rate-limit' | 'feedback' | 'telemetry'): Child {
    const child = this.others.find((other) => other.name === name);
    if (child === undefined) throw new Error(`${name} was not asked for`);
    return child;
  }

  /** The status of a process's readiness check: 200 or 503. */
  async readiness(name: string): Promise<number> {
    return (await fetch(`${this.healthUrls.get(name)}/health/ready`)).status;
  }

  /** Of the Keycloak that was started. */
  get keycloakUrl(): string | undefined {
    return this.options.keycloak && this.backing.find(({ env }) => env['KEYCLOAK_URL'])?.env['KEYCLOAK_URL'];
  }

  get urls(): readonly string[] {
    return this.gateways.map(({ url }) => url);
  }

  /** Every process that was started, database and NATS included; replicas of one service share a name. */
  get parts(): { name: string; pid: number }[] {
    const children = [...this.#started, ...(this.nats ? [this.nats] : []), this.database];
    return children.filter(({ pid }) => pid > 0).map(({ name, pid }) => ({ name: name.replace(/-\d+$/, ''), pid }));
  }

  /** What all processes have printed, each one's own lines in their order, without one that is still being printed. */
  get lines(): string[] {
    return this.#started.flatMap(({ output }) => output.split('\n').slice(0, -1));
  }

  /** Resolves with the name of the first process that ends by itself. */
  get ended(): Promise<string> {
    const all = [
      ...this.#started,
      ...(this.nats ? [this.nats] : []),
      ...this.backing.flatMap(({ child }) => child ?? []),
    ];
    return Promise.race(all.map(({ name, exited }) => exited.then(() => name)));
  }

  /** The end of each process's output. */
  get output(): string {
    return this.#started.map(({ name, output }) => `${name}: ${output.slice(-1_000)}`).join('\n');
  }

  /** A connection of the caller's to the bus, for calls that may take long; ends with the services. */
  async connectBus(): Promise<Bus> {
    const bus = await connectNatsBus({ url: this.busUrl, name: 'spec', log: createLog('spec', { level: 'silent' }) });
    this.#buses.push(bus);
    return patientBus(bus);
  }

  /** One more game process, which has not been started. */
  async newGame(env: NodeJS.ProcessEnv = {}): Promise<Child> {
    const game = await this.#service('game', `game-${this.games.length + 1}`, 'game', env);
    this.games.push(game);
    return game;
  }

  /** One more game process. Resolves when it serves. */
  async addGame(env?: NodeJS.ProcessEnv): Promise<Child> {
    const game = await this.newGame(env);
    await game.start();
    return game;
  }

  /** Stops all game processes and forgets them; the database and its games stay. */
  async removeGames(): Promise<void> {
    await Promise.all(this.games.splice(0).map((game) => game.stop()));
  }

  /** Stops the services in the order in which a command travels; the database stays, so that the log can be read. */
  async stopServices(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    await Promise.all(this.games.map((game) => game.stop()));
    await Promise.all(this.others.map((other) => other.stop()));
    await this.nats?.stop();
    for (const { line } of this.gateways) line?.close();
  }

  /** Ends what still runs and removes the data. May be called twice. Rejects when a service used a subject in vain. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#buses.splice(0).map((bus) => bus.drain()));
    for (const { line } of this.gateways) line?.close();
    await this.guard.cleanUp();
    const forbidden = this.lines.filter((line) => line.includes(NOT_PERMITTED) && !line.includes(LATE_REPLY));
    if (forbidden.length > 0) throw new Error(`deploy/nats/services.conf lacks a permission:\n${forbidden.join('\n')}`);
  }

  async #startAll(isPrepared: boolean): Promise<void> {
    const { only, everything = false, gateways = 1, gameReplicas = 1, limiters = 1, identities = 1 } = this.options;
    const wanted = new Set<ServiceName>(only ?? [...FOR_A_GAME, ...(everything ? FURTHER : [])]);
    const count = (name: ServiceName, replicas: number) => (wanted.has(name) ? replicas : 0);
    const number = (name: string, n: number) => (n === 1 ? name : `${name}-${n}`);
    for (let n = 1; n <= count('identity', identities); n++) {
      const port = String(n === 1 ? this.identityPort : await lastingPort());
      this.#identityUrl ??= `http://127.0.0.1:${port}`;
      // Gateways forward to it from here; a Keycloak in a container fetches its keys by another address.
      const host = this.options.keycloak ? '0.0.0.0' : '127.0.0.1';
      const own = { PORT: port, HOST: host, TRUSTED_PROXIES: 'loopback' };
      this.others.push(await this.#service('identity', number('identity', n), 'identity', own));
    }
    if (wanted.has('library'))
      this.others.push(await this.#service('library', 'library', 'library', { DATA_DIR: this.folder }));
    for (let n = 1; n <= count('rate-limit', limiters); n++)
      this.others.push(await this.#service('rate-limit', number('rate-limit', n)));
    if (wanted.has('telemetry')) this.others.push(await this.#service('telemetry', 'telemetry', 'telemetry'));
    if (wanted.has('feedback'))
      this.others.push(await this.#service('feedback', 'feedback', 'feedback', { DATA_DIR: this.folder }));
    for (let n = 1; n <= count('game', gameReplicas); n++) await this.newGame();
    for (let n = 1; n <= count('gateway', gateways); n++) this.gateways.push(await this.#gateway(n));
    const all = [...this.games, ...this.others, ...this.gateways];
    // The first replica makes the tables where they are not prepared; two at once would wait for each other.
    const isLater = ({ name }: Child) => !isPrepared && name !== 'game-1' && /^(game|identity)-\d/.test(name);
    await Promise.all(all.filter((child) => !isLater(child)).map((child) => child.start()));
    await Promise.all(all.filter(isLater).map((child) => child.start()));
  }

  async #gateway(number: number): Promise<Gateway> {
    const listen = (number === 1 ? this.options.listen : undefined) ?? { port: await lastingPort(), host: '127.0.0.1' };
    const { port, host } = listen;
    const line = this.options.cuttable ? await TcpLine.to(Number(new URL(this.busUrl).port)) : null;
    const child = await this.#service('gateway', `gateway-${number}`, undefined, {
      PORT: String(port),
      HOST: host,
      IDENTITY_URL: this.#identityUrl,
      DATA_DIR: this.folder,
      ...(line ? { NATS_URL: onPort(this.bus.urlOf('gateway'), line.port) } : {}),
    });
    return Object.assign(child, { url: `http://127.0.0.1:${port}`, line });
  }

  async #service(app: string, name: string, schema?: Schema, own: NodeJS.ProcessEnv = {}): Promise<Child> {
    const healthPort = await lastingPort();
    const child = new Child({
      name,
      program: process.execPath,
      args: [...SERVER_FLAGS, join(this.options.rootOf?.(name) ?? ROOT, 'apps', app, 'dist', 'main.js')],
      env: {
        ...process.env,
        ...COMPILE_CACHE,
        ...(this.options.limits === 'standard' ? {} : RAISED_LIMITS),
        NATS_URL: this.bus.urlOf(app),
        DATABASE_URL: schema && this.database.urls[schema],
        DATABASE_DIRECT_URL: undefined,
        HEALTH_PORT: String(healthPort),
        LOG_LEVEL: 'warn',
        NODE_ENV: undefined,
        DRAIN_MS: '200',
        ...Object.assign({}, ...this.backing.map(({ env }) => env)),
        ...this.options.env,
        ...own,
      },
      isReady: () => isReady(healthPort),
      guard: this.guard,
      onOutput: this.options.onOutput,
    });
    this.#started.push(child);
    this.healthUrls.set(name, `http://127.0.0.1:${healthPort}`);
    return child;
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
