import { join } from 'node:path';
import { Child } from './child.js';
import { Database, type Schema } from './database.js';
import { Guard } from './guard.js';
import { natsChild, type NatsSource } from './nats-server.js';
import { lastingPort } from './ports.js';
import { copyPreparedData } from './prepared-data.js';
import { RAISED_LIMITS } from './raised-limits.js';
import { ROOT } from './root.js';
import { SERVER_FLAGS } from './server-flags.js';
import { TcpLine } from './tcp-line.js';
import { temporaryFolder } from './temporary-folder.js';

export interface ServicesOptions {
  readonly nats: NatsSource;
  readonly gateways: number;
  readonly gameReplicas: number;
  /** Put a line that can be cut between each gateway and NATS. Costs this process some work per message. */
  readonly cuttable?: boolean;
  /** Processes that count the limits; default one. */
  readonly limiters?: number;
  /** Processes that sign people in; default one. */
  readonly identities?: number;
  /** Also start those that no press passes: telemetry and feedback. */
  readonly everything?: boolean;
  /** Further variables for every service. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface Gateway extends Child {
  readonly url: string;
  /** To NATS; null unless asked for. */
  readonly line: TcpLine | null;
}

/** Every service as a process of its own, on a real NATS and one Postgres, as somebody with many rooms would run them. */
export class Services {
  readonly #started: Child[] = [];

  private constructor(
    readonly database: Database,
    /** Null when others run it. */
    readonly nats: Child | null,
    /** Where the bus is reached. */
    readonly busUrl: string,
    private readonly guard: Guard,
    private readonly folder: string,
    private readonly options: ServicesOptions,
  ) {}

  readonly gateways: Gateway[] = [];
  readonly games: Child[] = [];
  /** Identity, library and rate-limit; with `everything` telemetry and feedback too. */
  readonly others: Child[] = [];
  /** Where each process answers `/health/*` and `/metrics`, by its name. */
  readonly healthUrls = new Map<string, string>();

  /** Rejects with what it said when one of them does not come up; then nothing is left running. */
  static async start(options: ServicesOptions): Promise<Services> {
    const folder = await temporaryFolder('services');
    const guard = new Guard(folder);
    try {
      await copyPreparedData(folder);
      const [database, nats] = await Promise.all([Database.start(folder, guard), natsChild(options.nats, guard)]);
      const services = new Services(database, nats.child, nats.url, guard, folder, options);
      await nats.child?.start();
      await services.#startAll();
      return services;
    } catch (error) {
      await guard.cleanUp();
      throw error;
    }
  }

  /** The service's only process. */
  of(name: 'identity' | 'library' | 'rate-limit' | 'feedback' | 'telemetry'): Child {
    const child = this.others.find((other) => other.name === name);
    if (child === undefined) throw new Error(`${name} was not asked for`);
    return child;
  }

  get urls(): readonly string[] {
    return this.gateways.map(({ url }) => url);
  }

  /** Every process of ours, database and bus included, by what it does; replicas of one service share a name. */
  get parts(): { name: string; pid: number }[] {
    const children = [...this.#started, ...(this.nats ? [this.nats] : []), this.database];
    return children.map(({ name, pid }) => ({ name: name.replace(/-\d+$/, ''), pid }));
  }

  /** What all processes have printed, each one's own lines in their order, without one that is still being printed. */
  get lines(): string[] {
    return this.#started.flatMap(({ output }) => output.split('\n').slice(0, -1));
  }

  /** The end of each process's output. */
  get output(): string {
    return this.#started.map(({ name, output }) => `${name}: ${output.slice(-1_000)}`).join('\n');
  }

  /** One more game process. Resolves when it serves. */
  async addGame(): Promise<Child> {
    const game = await this.#service('game', `game-${this.games.length + 1}`, 'game');
    this.games.push(game);
    await game.start();
    return game;
  }

  /** Stops the services in the order in which a press travels; the database stays, for whoever reads the log. */
  async stopServices(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    await Promise.all(this.games.map((game) => game.stop()));
    await Promise.all(this.others.map((other) => other.stop()));
    await this.nats?.stop();
    for (const { line } of this.gateways) line?.close();
  }

  /** Ends whatever still runs and removes the data. May be called at any time, also twice. */
  async close(): Promise<void> {
    for (const { line } of this.gateways) line?.close();
    await this.guard.cleanUp();
  }

  async #startAll(): Promise<void> {
    const { gateways, gameReplicas } = this.options;
    this.others.push(
      await this.#service('identity', 'identity', 'identity', { PORT: String(await lastingPort()) }),
      await this.#service('library', 'library', 'library'),
      await this.#service('rate-limit', 'rate-limit'),
    );
    for (let i = 2; i <= (this.options.limiters ?? 1); i++)
      this.others.push(await this.#service('rate-limit', `rate-limit-${i}`));
    if (this.options.everything === true)
      this.others.push(
        await this.#service('telemetry', 'telemetry', 'telemetry'),
        await this.#service('feedback', 'feedback', 'feedback', { DATA_DIR: this.folder }),
      );
    for (let i = 1; i <= gameReplicas; i++) this.games.push(await this.#service('game', `game-${i}`, 'game'));
    for (let i = 1; i <= gateways; i++) this.gateways.push(await this.#gateway(i));
    const moreIdentities: Child[] = [];
    for (let i = 2; i <= (this.options.identities ?? 1); i++)
      moreIdentities.push(
        await this.#service('identity', `identity-${i}`, 'identity', { PORT: String(await lastingPort()) }),
      );
    // The first replica makes the tables; two at once would wait for each other.
    await this.games[0]?.start();
    const rest = [...this.games.slice(1), ...this.others, ...this.gateways];
    await Promise.all(rest.map((child) => child.start()));
    await Promise.all(moreIdentities.map((child) => child.start()));
    this.others.push(...moreIdentities);
  }

  async #gateway(number: number): Promise<Gateway> {
    const port = await lastingPort();
    const line = this.options.cuttable ? await TcpLine.to(Number(new URL(this.busUrl).port)) : null;
    const child = await this.#service('gateway', `gateway-${number}`, undefined, {
      PORT: String(port),
      HOST: '127.0.0.1',
      ...(line ? { NATS_URL: `nats://127.0.0.1:${line.port}` } : {}),
    });
    return Object.assign(child, { url: `http://127.0.0.1:${port}`, line });
  }

  async #service(app: string, name: string, schema?: Schema, own: NodeJS.ProcessEnv = {}): Promise<Child> {
    const healthPort = await lastingPort();
    const child = new Child({
      name,
      program: process.execPath,
      args: [...SERVER_FLAGS, join(ROOT, 'apps', app, 'dist', 'main.js')],
      env: {
        ...process.env,
        ...RAISED_LIMITS,
        NATS_URL: this.busUrl,
        DATABASE_URL: schema && this.database.urls[schema],
        DATABASE_DIRECT_URL: undefined,
        HEALTH_PORT: String(healthPort),
        LOG_LEVEL: 'warn',
        NODE_ENV: undefined,
        DRAIN_MS: '200',
        ...this.options.env,
        ...own,
      },
      isReady: () => isReady(healthPort),
      guard: this.guard,
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
