import { join } from 'node:path';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Child } from '../harness/child.js';
import { COMPILE_CACHE } from '../harness/compile-cache.js';
import { Database, type Schema } from '../harness/database.js';
import { Guard } from '../harness/guard.js';
import { natsChild, type NatsServer } from '../harness/nats-server.js';
import { lastingPort } from '../harness/ports.js';
import { copyPreparedData } from '../harness/prepared-data.js';
import { ROOT } from '../harness/root.js';
import { OVERRIDDEN_SERVICE } from '../harness/service-processes.js';
import { TcpLine } from '../harness/tcp-line.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { describeWithNats, redisUrl } from './support/describe-with-nats.js';

const WITH_DATABASE = ['game', 'identity', 'library', 'telemetry', 'feedback', 'shows'] as const;
const SERVICES = [...WITH_DATABASE, 'rate-limit', 'gateway'] as const;
type ServiceName = (typeof SERVICES)[number];

let guard: Guard;
let folder: string;
const started: Service[] = [];

interface Service {
  readonly name: ServiceName;
  readonly child: Child;
  /** Names of the checks that fail; `ready` when it is. */
  health(): Promise<readonly string[] | 'ready'>;
  /** Its log lines that mention this. */
  lines(text: string): readonly string[];
}

const asBuilt = (name: ServiceName) => [join(ROOT, 'apps', name, 'dist', 'main.js')];
const loggingHealthOften = (name: ServiceName) => [
  join(ROOT, OVERRIDDEN_SERVICE),
  name,
  JSON.stringify({ healthLogMs: 50 }),
];

async function start(name: ServiceName, env: NodeJS.ProcessEnv, argsOf = loggingHealthOften): Promise<Service> {
  const healthPort = await lastingPort();
  const child: Child = new Child({
    name,
    program: process.execPath,
    args: argsOf(name),
    env: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      LOG_LEVEL: 'info',
      HEALTH_PORT: String(healthPort),
      DATA_DIR: folder,
      PORT: '0',
      HOST: '127.0.0.1',
      ...env,
    },
    isReady: () => true,
    guard,
  });
  child.launch();
  const service: Service = {
    name,
    child,
    health: async () => {
      const answer = await fetch(`http://127.0.0.1:${healthPort}/health/ready`);
      const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean; optional?: true }[] };
      const failing = checks.filter(({ ok, optional }) => !ok && !optional);
      return answer.status === 200 ? 'ready' : failing.map((check) => check.name);
    },
    lines: (text) => child.output.split('\n').filter((line) => line.includes(text)),
  };
  started.push(service);
  return service;
}

beforeAll(async () => {
  folder = await temporaryFolder('bad-input');
  guard = new Guard(folder);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ child }) => child.stop()));
});
afterAll(() => guard?.cleanUp());

describe('services whose variables are missing or wrong', () => {
  it('every service names them in one line and exits with 1', async () => {
    const env = { NATS_URL: 'http://nats', DATABASE_URL: '' };
    const all = await Promise.all(SERVICES.map((name) => start(name, env, asBuilt)));
    expect(await Promise.all(all.map(({ child }) => child.exited))).toEqual(all.map(() => 1));
    const printed = all.map(({ name, child, lines }) => ({
      name,
      lines: child.output.trim().split('\n').length,
      nats: lines('NATS_URL: must be').length,
      database: lines('DATABASE_URL: is required').length,
    }));
    const needsDatabase = (name: ServiceName) => (WITH_DATABASE as readonly string[]).includes(name);
    expect(printed).toEqual(
      SERVICES.map((name) => ({ name, lines: 1, nats: 1, database: needsDatabase(name) ? 1 : 0 })),
    );
  });
});

describeWithNats('services whose servers cannot be used', (source) => {
  let database: Database;
  let nats: NatsServer;
  let toNats: TcpLine;
  let toDatabase: TcpLine;

  const through = (url: string, line: TcpLine) => {
    const other = new URL(url);
    other.host = `127.0.0.1:${line.port}`;
    return other.href;
  };
  const envOf = (name: ServiceName, natsUrl = nats.urlOf(name)): NodeJS.ProcessEnv => {
    const url = (database.urls as Partial<Record<string, string>>)[name];
    return { NATS_URL: natsUrl, DATABASE_URL: url && through(url, toDatabase) };
  };
  const asAdmin = (statement: string) => withClient(database.adminUrl, (client) => client.query(statement));
  const readiness = (all: readonly Service[]) =>
    Promise.all(all.map(async ({ name, health }) => [name, await health()] as const));

  beforeAll(async () => {
    await copyPreparedData(folder);
    database = await Database.start(folder, guard);
    nats = await natsChild(source, guard, folder);
    await nats.child?.start();
    toNats = await TcpLine.to(Number(new URL(nats.url).port));
    toDatabase = await TcpLine.to(Number(new URL(database.adminUrl).port));
  });
  afterEach(() => {
    toNats.mend();
    toDatabase.mend();
  });
  afterAll(() => {
    toNats?.close();
    toDatabase?.close();
  });

  it('every service reports NATS, then Postgres, as down in health and in one line, and works once they are up', async () => {
    toNats.cut();
    toDatabase.cut();
    const all = await Promise.all(SERVICES.map((name) => start(name, envOf(name, through(nats.urlOf(name), toNats)))));
    await eventually(async () =>
      expect(await readiness(all)).toEqual(SERVICES.map((name) => [name, ['bus', 'start']])),
    );
    await eventually(() => expect(all.map(({ lines }) => lines('"bus: ').length)).toEqual(all.map(() => 1)));
    toNats.mend();
    const waiting = all.filter(({ name }) => (WITH_DATABASE as readonly string[]).includes(name));
    await eventually(async () =>
      expect(await readiness(waiting)).toEqual(WITH_DATABASE.map((name) => [name, ['start', 'database']])),
    );
    const reports = ({ lines }: Service) => lines('"database: it cannot be reached').length;
    await eventually(() => expect(waiting.map(reports)).toEqual(waiting.map(() => 1)));
    toDatabase.mend();
    await eventually(async () => expect(await readiness(all)).toEqual(SERVICES.map((name) => [name, 'ready'])));
    expect(waiting.map(reports)).toEqual(waiting.map(() => 1));
  });

  it('what a service can do without is reported as down in one line, and again when it is up', async () => {
    const port = String(await lastingPort());
    const toIdentity = await TcpLine.to(Number(port));
    const toRedis = redisUrl === undefined ? null : await TcpLine.to(Number(new URL(redisUrl).port));
    try {
      toIdentity.cut();
      toRedis?.cut();
      const identityUrl = `http://127.0.0.1:${toIdentity.port}`;
      const down: (readonly [Service, string])[] = [
        [await start('gateway', { ...envOf('gateway'), IDENTITY_URL: identityUrl }), 'realms'],
      ];
      if (toRedis !== null) {
        const env = { ...envOf('rate-limit'), REDIS_URL: `redis://127.0.0.1:${toRedis.port}` };
        down.push([await start('rate-limit', env), 'redis']);
      }
      await start('identity', { ...envOf('identity'), PORT: port });
      const counted = (end: string) => down.map(([{ lines }, check]) => lines(`"${check}: ${end}`).length);
      await eventually(() => expect(counted('')).toEqual(down.map(() => 1)));
      for (const [service] of down) await eventually(async () => expect(await service.health()).toBe('ready'));
      toIdentity.mend();
      toRedis?.mend();
      await eventually(() => expect(counted('works again')).toEqual(down.map(() => 1)));
    } finally {
      toIdentity.close();
      toRedis?.close();
    }
  });

  it('a service with a wrong password says so and works once the password is right', async () => {
    const { password } = new URL(database.urls.feedback);
    await asAdmin(`alter role feedback password 'another'`);
    const feedback = await start('feedback', envOf('feedback'));
    await eventually(() =>
      expect(feedback.lines('"database: the user or the password of the URL is not accepted')).toHaveLength(1),
    );
    expect(await feedback.health()).toEqual(['start', 'database']);
    await asAdmin(`alter role feedback password '${decodeURIComponent(password)}'`);
    await eventually(async () => expect(await feedback.health()).toBe('ready'));
  });

  it('services that wait for their migrations say so and work once prepare-database has run', async () => {
    await asAdmin(WITH_DATABASE.map((name) => `drop schema ${name} cascade`).join('; '));
    const all = await Promise.all(WITH_DATABASE.map((name) => start(name, { ...envOf(name), MIGRATIONS: 'wait' })));
    const says = ({ name, lines }: Service) => lines(`"database: the schema ${name} is not migrated yet`).length;
    await eventually(() => expect(all.map(says)).toEqual(all.map(() => 1)));
    expect(await readiness(all)).toEqual(WITH_DATABASE.map((name) => [name, ['start', 'database']]));
    const passwords = WITH_DATABASE.map((name) => [
      `${name.toUpperCase()}_DB_PASSWORD`,
      decodeURIComponent(new URL(database.urls[name]).password),
    ]);
    const prepare = new Child({
      name: 'prepare-database',
      program: process.execPath,
      args: [join(ROOT, 'apps', 'standalone', 'dist', 'commands', 'prepare-database.js')],
      env: { ...COMPILE_CACHE, DATABASE_URL: database.adminUrl, ...Object.fromEntries(passwords) },
      isReady: () => true,
      guard,
    });
    prepare.launch();
    expect([await prepare.exited, prepare.output.trim().split('\n')]).toEqual([
      0,
      expect.arrayContaining(WITH_DATABASE.map((name) => `The schema ${name} is up to date.`)),
    ]);
    await eventually(async () => expect(await readiness(all)).toEqual(WITH_DATABASE.map((name) => [name, 'ready'])));
    expect(all.map(says)).toEqual(all.map(() => 1));
  });

  it('a service that may not migrate an old schema says so and works once it may', async () => {
    const schema: Schema = 'feedback';
    await asAdmin(
      `drop schema ${schema} cascade; create schema ${schema}; grant usage on schema ${schema} to ${schema}`,
    );
    const feedback = await start('feedback', envOf('feedback'));
    const says = '"database: the schema feedback is old and cannot be migrated: permission denied';
    await eventually(() => expect(feedback.lines(says)).toHaveLength(1));
    expect(await feedback.health()).toEqual(['start', 'database']);
    await asAdmin(`grant create on schema ${schema} to ${schema}`);
    await eventually(async () => expect(await feedback.health()).toBe('ready'));
    expect(feedback.child.crashes).toBe(0);
  });
});
