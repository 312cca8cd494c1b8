import 'reflect-metadata';
import { feedback } from '@earworm/feedback';
import { game } from '@earworm/game';
import type { GatewayConfig } from '@earworm/gateway';
import { identity } from '@earworm/identity';
import { library } from '@earworm/library';
import { rateLimit } from '@earworm/rate-limit';
import { makeKit, nestLog, type Kit, type ServiceDefinition } from '@earworm/service-kit/bootstrap';
import { createInProcessHub } from '@earworm/service-kit/bus';
import type { Env } from '@earworm/service-kit/config';
import { watchHealth } from '@earworm/service-kit/health';
import { startHealthServer } from '@earworm/service-kit/health/server';
import type { Logger } from '@earworm/service-kit/log';
import { createMetrics } from '@earworm/service-kit/metrics';
import type { ProcessTracing } from '@earworm/service-kit/tracing';
import { diskSpace, watchDiskSpace } from '@earworm/service-kit/disk-space';
import { shows } from '@earworm/shows';
import { telemetry } from '@earworm/telemetry';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type FirstAdmin, lanUrl } from './banner.js';
import type { Database } from './embedded-postgres.js';
import type { Front } from './front.js';
import { GatewayWorkers } from './gateway-workers.js';
import { probesOf } from './probes.js';
import { openRealmServer } from './realm-server.js';
import type { Listener } from './shared-listener.js';
import type { StartTimes } from './start-times.js';

export interface Services {
  readonly port: number;
  /** Resolves with a message when what browsers connect to ended and could not be started again. */
  readonly died: Promise<string>;
  close(): Promise<void>;
}

/** Of closing sockets: there is no other process to reconnect to. */
const GOODBYE_MS = '200';

/** Handlers that wait for a closed service get no answer. */
const DRAIN_WITHIN_MS = 300;

export interface ServicesOptions {
  readonly env: Env;
  readonly urls: Database['urls'];
  readonly log: Logger;
  readonly traces: ProcessTracing;
  readonly times?: StartTimes;
  readonly listener?: Listener | undefined;
  /** Gateways; 1: in this process. */
  readonly cores?: number;
  /** Port 0: not served. With several gateways the n-th has the n-th port after it. */
  readonly health: { readonly port: number; readonly host: string };
  /** Of the embedded database; null for another server. */
  readonly databaseDir: string | null;
  /** Also called when the start fails afterwards: the password cannot be shown again. */
  readonly onFirstAdmin: (admin: FirstAdmin) => void;
  /** Of a gateway in this process: values that no variable sets. */
  readonly gatewayOverrides?: Partial<GatewayConfig>;
  readonly telemetryOverrides?: Partial<ReturnType<typeof telemetry.load>> | undefined;
  readonly gameOverrides?: Partial<ReturnType<typeof game.load>> | undefined;
  readonly hub?: ReturnType<typeof createInProcessHub>;
}

export async function startServices({
  env,
  urls,
  log,
  traces,
  times,
  listener,
  cores = 1,
  databaseDir,
  health,
  onFirstAdmin,
  gatewayOverrides,
  telemetryOverrides,
  gameOverrides,
  hub = createInProcessHub(log),
}: ServicesOptions): Promise<Services> {
  const kitOf = (name: string): Kit => {
    const own = log.child({ name });
    const tracing = traces.of(name);
    const metrics = createMetrics(name, { process: false });
    const kit = makeKit({ name, log: own, tracing, metrics, bus: hub.connect({ log: own, tracing, metrics }) });
    watchHealth(metrics, kit.health);
    return kit;
  };
  const kits = {
    game: kitOf('game'),
    library: kitOf('library'),
    'rate-limit': kitOf('rate-limit'),
    telemetry: kitOf('telemetry'),
    feedback: kitOf('feedback'),
    shows: kitOf('shows'),
    identity: kitOf('identity'),
    ...(cores === 1 ? { gateway: kitOf('gateway') } : {}),
  };
  /** Warnings of a shutdown explain nothing. */
  const expectShutdown = () => {
    for (const kit of Object.values(kits)) kit.log.level = 'error';
  };
  const probes = probesOf(Object.values(kits));
  const healthServer = health.port === 0 ? undefined : await startHealthServer(health, probes);
  // One process sends all traces.
  if (traces.check) (kits.gateway ?? kits.game).health.add('collector', traces.check, { optional: true });
  // Without MinIO the library reports the disk: its objects are on the same one.
  if (databaseDir !== null && env['MINIO_ENDPOINT']) watchDiskSpace(kits.game, 'disk', diskSpace(databaseDir));
  const kitNamed = (name: string) => kits[name as keyof Omit<typeof kits, 'gateway'>];
  const moduleOf = <Config>({ name, load, module }: ServiceDefinition<Config>, own: Env): DynamicModule =>
    module(kitNamed(name), load({ ...env, ...own }));
  const start = <Config>(service: ServiceDefinition<Config>, own: Env = {}) =>
    NestFactory.createApplicationContext(moduleOf(service, own), {
      logger: nestLog(kitNamed(service.name).log),
      abortOnError: false,
    });
  const accounts = identity((email, password) => onFirstAdmin({ email, password }));
  const frontEnv: Env = { DRAIN_MS: GOODBYE_MS, LAN_URL: lanUrl(Number(env['PORT']), env['HOST']), ...env };

  const openInProcess = async (kit: Kit): Promise<Front> => {
    const { openFront } = await import('./front.js');
    const own = moduleOf(accounts, { DATABASE_URL: urls.identity });
    return openFront({ kit, env: frontEnv, probes, identity: own, overrides: gatewayOverrides });
  };
  const openWorkers = async (): Promise<Front> => {
    const realms = await openRealmServer();
    const workers = new GatewayWorkers({
      count: cores,
      envOf: (n) => ({
        ...frontEnv,
        IDENTITY_URL: realms.url,
        HEALTH_PORT: String(health.port === 0 ? 0 : health.port + n),
        WORKER: String(n),
        // Of this process.
        SHARED_LISTENER: undefined,
      }),
      connect: () => hub.connect({ log }),
      health: probes.health,
      log,
    });
    const app = await NestFactory.create<NestExpressApplication>(
      moduleOf(accounts, { DATABASE_URL: urls.identity, TRUSTED_PROXIES: 'loopback' }),
      { logger: nestLog(kits.identity.log), abortOnError: false, bodyParser: false },
    );
    app.disable('x-powered-by');
    await app.init();
    realms.serve(app.getHttpAdapter().getInstance());
    return {
      listen: () => workers.listen(),
      died: workers.died,
      close: async () => {
        await workers.close();
        await Promise.all([realms.close(), app.close()]);
      },
    };
  };

  const starting = [
    start(
      { ...game, load: (own) => ({ ...game.load(own), ...gameOverrides }) },
      { DATABASE_URL: urls.game, DATABASE_DIRECT_URL: undefined },
    ),
    start(library, { DATABASE_URL: urls.library }),
    start(rateLimit),
    start(
      { ...telemetry, load: (own) => ({ ...telemetry.load(own), ...telemetryOverrides }) },
      { DATABASE_URL: urls.telemetry },
    ),
    start(feedback, { DATABASE_URL: urls.feedback }),
    start(shows, { DATABASE_URL: urls.shows }),
  ];
  const openingFront = kits.gateway ? openInProcess(kits.gateway) : openWorkers();
  // All settle before a failure is thrown: identity may be creating the first admin.
  const settled = await Promise.allSettled([...starting, openingFront]);
  if (settled.some(({ status }) => status === 'rejected')) expectShutdown();
  const [games, ...others] = await Promise.all(starting);
  const front = await openingFront;
  times?.done('services');
  const port = await front.listen(listener);
  times?.done('listening');
  return {
    port,
    died: front.died,
    close: async () => {
      expectShutdown();
      // In the order of a buzz: no new ones, pending ones reach the log, then the rest.
      await front.close();
      await games?.close();
      await Promise.all(others.map((service) => service.close()));
      await Promise.all(Object.values(kits).map(({ bus }) => bus.drain(DRAIN_WITHIN_MS)));
      await Promise.all([traces.close(), healthServer?.close()]);
    },
  };
}
