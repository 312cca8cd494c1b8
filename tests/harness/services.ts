import type { Bus } from '@earworm/service-kit/bus';
import { connectNatsBus } from '@earworm/service-kit/bus/nats';
import { createLog } from '@earworm/service-kit/log';
import { patientBus } from '@earworm/service-kit/testing/patient-bus';
import { type BackingServer, keycloakServer, minioServer, redisServer } from './backing-servers.js';
import type { Child } from './child.js';
import { Database } from './database.js';
import { Guard } from './guard.js';
import { natsChild, type NatsServer } from './nats-server.js';
import { lastingPort } from './ports.js';
import { copyPreparedData } from './prepared-data.js';
import { type Gateway, ServiceProcesses } from './service-processes.js';
import { FURTHER_SERVICES, GAME_SERVICES, type ServiceName, type ServicesOptions } from './services-options.js';
import { temporaryFolder } from './temporary-folder.js';

const NOT_PERMITTED = 'does not permit this user to use a subject';
/** A request is forgotten with the connection that it came by: its reply is refused, and the caller asks again. */
const LATE_REPLY = '"subject":"_INBOX.';

const numbered = (name: string, n: number) => (n === 1 ? name : `${name}-${n}`);

/** The services as separate processes on a real NATS and one Postgres, as in a large installation. */
export class Services {
  readonly #processes: ServiceProcesses;
  readonly #buses: Bus[] = [];
  readonly gateways: Gateway[] = [];
  readonly games: Child[] = [];
  /** Identity, library and rate-limit; with `everything` telemetry, feedback and shows too. */
  readonly others: Child[] = [];

  private constructor(
    readonly database: Database,
    private readonly bus: NatsServer,
    private readonly backing: readonly BackingServer[],
    readonly guard: Guard,
    /** Removed at the end. */
    readonly folder: string,
    private readonly options: ServicesOptions,
  ) {
    this.#processes = new ServiceProcesses({ database, nats: bus, backing, guard, dataDir: folder }, options);
  }

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
        minioServer(minio ?? { kind: 'given' }, { guard, publicHost, persistedIn: dataDir }),
        ...(origins ? [keycloakServer({ guard, publicHost, persistedIn: dataDir, origins, identityPort })] : []),
      ]);
      const services = new Services(database, nats, backing, guard, folder, options);
      await Promise.all([
        nats.child?.start(),
        ...backing.map(({ child, startsWithinMs }) => child?.start(startsWithinMs)),
      ]);
      for (const { prepare } of backing) await prepare?.();
      await services.#startAll(identityPort, isPrepared);
      return services;
    } catch (error) {
      await guard.cleanUp();
      throw error;
    }
  }

  /** Null when an existing server is used. */
  get nats(): Child | null {
    return this.bus.child;
  }

  /** Where a spec reaches the bus, as a user that may use every subject. */
  get busUrl(): string {
    return this.bus.url;
  }

  /** Of every user of the bus, with its password. */
  get busUrls(): readonly string[] {
    return [this.bus.url, ...[...GAME_SERVICES, ...FURTHER_SERVICES].map(this.bus.urlOf)];
  }

  /** Where each process answers `/health/*` and `/metrics`, by its name. */
  get healthUrls(): ReadonlyMap<string, string> {
    return this.#processes.healthUrls;
  }

  /** The service's only process. */
  of(name: 'identity' | 'library' | 'rate-limit' | 'feedback' | 'telemetry' | 'shows'): Child {
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
    const children = [...this.#processes.all, ...(this.nats ? [this.nats] : []), this.database];
    return children.filter(({ pid }) => pid > 0).map(({ name, pid }) => ({ name: name.replace(/-\d+$/, ''), pid }));
  }

  /** Complete lines of all processes' output, in order within each process. */
  get lines(): string[] {
    return this.#processes.all.flatMap(({ output }) => output.split('\n').slice(0, -1));
  }

  /** Resolves with the name of the first process that ends by itself. */
  get ended(): Promise<string> {
    const servers = this.backing.flatMap(({ child }) => child ?? []);
    const all = [...this.#processes.all, ...(this.nats ? [this.nats] : []), ...servers];
    return Promise.race(all.map(({ name, exited }) => exited.then(() => name)));
  }

  /** The end of each process's output. */
  get output(): string {
    return this.#processes.all.map(({ name, output }) => `${name}: ${output.slice(-1_000)}`).join('\n');
  }

  /** Connects the caller to the bus, for calls that may take long; ends with the services. */
  async connectBus(): Promise<Bus> {
    const bus = await connectNatsBus({ url: this.busUrl, name: 'spec', log: createLog('spec', { level: 'silent' }) });
    this.#buses.push(bus);
    return patientBus(bus);
  }

  /** One more game process, which has not been started. */
  async newGame(env?: NodeJS.ProcessEnv): Promise<Child> {
    const name = `game-${this.games.length + 1}`;
    const game = await this.#processes.create({ app: 'game', name, schema: 'game', env });
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

  /** Ends what still runs and removes the data. May be called twice. Rejects when a service was refused a subject. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#buses.splice(0).map((bus) => bus.drain()));
    for (const { line } of this.gateways) line?.close();
    await this.guard.cleanUp();
    const forbidden = this.lines.filter((line) => line.includes(NOT_PERMITTED) && !line.includes(LATE_REPLY));
    if (forbidden.length > 0) throw new Error(`deploy/nats/services.conf lacks a permission:\n${forbidden.join('\n')}`);
  }

  async #startAll(identityPort: number, isPrepared: boolean): Promise<void> {
    const { only, everything = false, gateways = 1, gameReplicas = 1, limiters = 1, identities = 1 } = this.options;
    const wanted = new Set<ServiceName>(only ?? [...GAME_SERVICES, ...(everything ? FURTHER_SERVICES : [])]);
    const count = (name: ServiceName, replicas: number) => (wanted.has(name) ? replicas : 0);
    const processes = this.#processes;
    for (let n = 1; n <= count('identity', identities); n++) {
      const port = n === 1 ? identityPort : await lastingPort();
      this.others.push(await processes.createIdentity(numbered('identity', n), port));
    }
    const env = { DATA_DIR: this.folder };
    if (wanted.has('library')) this.others.push(await processes.create({ app: 'library', schema: 'library', env }));
    for (let n = 1; n <= count('rate-limit', limiters); n++)
      this.others.push(await processes.create({ app: 'rate-limit', name: numbered('rate-limit', n) }));
    if (wanted.has('telemetry')) this.others.push(await processes.create({ app: 'telemetry', schema: 'telemetry' }));
    if (wanted.has('shows')) this.others.push(await processes.create({ app: 'shows', schema: 'shows', env }));
    if (wanted.has('feedback')) this.others.push(await processes.create({ app: 'feedback', schema: 'feedback', env }));
    for (let n = 1; n <= count('game', gameReplicas); n++) await this.newGame();
    const identityUrl = wanted.has('identity') ? `http://127.0.0.1:${identityPort}` : undefined;
    for (let n = 1; n <= count('gateway', gateways); n++) {
      const listen = n === 1 ? this.options.listen : undefined;
      this.gateways.push(await processes.createGateway(`gateway-${n}`, identityUrl, listen));
    }
    const all = [...this.games, ...this.others, ...this.gateways];
    // The first replica makes the tables where they are not prepared; two at once would wait for each other.
    const isLater = ({ name }: Child) => !isPrepared && name !== 'game-1' && /^(game|identity)-\d/.test(name);
    await Promise.all(all.filter((child) => !isLater(child)).map((child) => child.start()));
    await Promise.all(all.filter(isLater).map((child) => child.start()));
  }
}
