import 'reflect-metadata';
import { feedback } from '@earworm/feedback';
import { game } from '@earworm/game';
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
import { telemetry } from '@earworm/telemetry';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type FirstAdmin, lanUrl } from './banner.js';
import type { Database } from './embedded-postgres.js';
import { openFront } from './front.js';
import { probesOf } from './probes.js';
import type { Listener } from './shared-listener.js';
import type { StartTimes } from './start-times.js';

export interface Services {
  readonly port: number;
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
  /** Port 0: not served. */
  readonly health: { readonly port: number; readonly host: string };
  /** Of the embedded database; null for another server. */
  readonly databaseDir: string | null;
  /** Also called when the start fails afterwards: the password cannot be shown again. */
  readonly onFirstAdmin: (admin: FirstAdmin) => void;
  readonly hub?: ReturnType<typeof createInProcessHub>;
}

export async function startServices({
  env,
  urls,
  log,
  traces,
  times,
  listener,
  databaseDir,
  health,
  onFirstAdmin,
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
    identity: kitOf('identity'),
    gateway: kitOf('gateway'),
  };
  const probes = probesOf(Object.values(kits));
  const healthServer = health.port === 0 ? undefined : await startHealthServer(health, probes);
  // One process sends all traces.
  if (traces.check) kits.gateway.health.add('collector', traces.check, { optional: true });
  // Without MinIO the library reports the disk: its objects are on the same one.
  if (databaseDir !== null && env['MINIO_ENDPOINT']) watchDiskSpace(kits.game, 'disk', diskSpace(databaseDir));
  const moduleOf = <Config>({ name, load, module }: ServiceDefinition<Config>, own: Env): DynamicModule =>
    module(kits[name as keyof typeof kits], load({ ...env, ...own }));
  const start = <Config>(service: ServiceDefinition<Config>, own: Env = {}) =>
    NestFactory.createApplicationContext(moduleOf(service, own), {
      logger: nestLog(kits[service.name as keyof typeof kits].log),
      abortOnError: false,
    });

  const starting = [
    start(game, { DATABASE_URL: urls.game, DATABASE_DIRECT_URL: undefined }),
    start(library, { DATABASE_URL: urls.library }),
    start(rateLimit),
    start(telemetry, { DATABASE_URL: urls.telemetry }),
    start(feedback, { DATABASE_URL: urls.feedback }),
  ];
  const openingFront = openFront({
    kit: kits.gateway,
    env: { DRAIN_MS: GOODBYE_MS, LAN_URL: lanUrl(Number(env['PORT']), env['HOST']), ...env },
    probes,
    identity: moduleOf(
      identity((email, password) => onFirstAdmin({ email, password })),
      { DATABASE_URL: urls.identity },
    ),
  });
  // All settle before a failure is thrown: identity may be creating the first admin.
  await Promise.allSettled([...starting, openingFront]);
  const [games, ...others] = await Promise.all(starting);
  const front = await openingFront;
  times?.done('services');
  const port = await front.listen(listener);
  times?.done('listening');
  return {
    port,
    close: async () => {
      // Warnings of a shutdown are expected.
      for (const kit of Object.values(kits)) kit.log.level = 'error';
      // In the order of a buzz: no new ones, pending ones reach the log, then the rest.
      await front.close();
      await games?.close();
      await Promise.all(others.map((service) => service.close()));
      await Promise.all(Object.values(kits).map(({ bus }) => bus.drain(DRAIN_WITHIN_MS)));
      await Promise.all([traces.close(), healthServer?.close()]);
    },
  };
}
