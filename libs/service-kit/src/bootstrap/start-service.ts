import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { DynamicModule, INestApplication } from '@nestjs/common';
import { ConfigError, type Env } from '../config/index.js';
import { HealthChecks, HealthLog, START_CHECK, startHealthServer, watchHealth } from '../health/index.js';
import { createLog } from '../log/index.js';
import { createMetrics } from '../metrics/index.js';
import { openTracing } from '../tracing/index.js';
import { makeKit, type Kit } from './kit.js';
import { nestLog } from './nest-log.js';
import { loadProcessConfig } from './process.config.js';
import { stopOnSignal } from './stop-on-signal.js';

export interface ServiceDefinition<Config> {
  /** As it stands in logs, metrics and the bus's monitoring. */
  readonly name: string;
  readonly load: (env: Env) => Config;
  readonly module: (kit: Kit, config: Config) => DynamicModule;
  /** Default: the process's. */
  readonly env?: Env;
  /** The port of the service's own HTTP server, when its module has controllers or gateways. */
  readonly port?: (config: Config) => number;
  /** The address that port is bound to; default: all. */
  readonly host?: (config: Config) => string;
  /** What must happen to the application before it starts, such as giving it a socket adapter. */
  readonly prepare?: (app: INestApplication) => void;
}

/**
 * Runs one service as a separate process, on NATS. What is wrong with its configuration is logged in one line; exit 1.
 * What it needs and cannot reach is tried again: the health port answers meanwhile, and the log has a line.
 */
export async function startService<Config>(definition: ServiceDefinition<Config>): Promise<void> {
  const { name, module, port, host, prepare } = definition;
  const [own, config] = loadBoth(name, definition.load, definition.env ?? process.env);
  const log = createLog(name, { level: own.LOG_LEVEL });
  const health = new HealthChecks();
  const healthLog = new HealthLog(health, log);
  let stop = async (): Promise<void> => healthLog.stop();
  // The first process of a container ignores a signal that it does not handle, also while it waits for its servers.
  stopOnSignal({ log, stop: () => stop() });
  try {
    const metrics = createMetrics(name);
    watchHealth(metrics, health);
    let isConnected = () => false;
    health.add('bus', () => {
      if (!isConnected()) throw new Error('no server of NATS_URL can be reached, or it does not accept the password');
    });
    const started = health.add(START_CHECK, () => {
      throw new Error('still starting');
    });
    const at = { port: own.HEALTH_PORT, host: own.HEALTH_HOST };
    const server = at.port === 0 ? undefined : await startHealthServer(at, { health, metrics });
    healthLog.start(own.HEALTH_LOG_MS);
    const traces = await openTracing(own);
    if (traces.check) health.add('collector', traces.check, { optional: true });
    const tracing = traces.of(name);
    // The standalone process loads this module too, and has no use for the client.
    const { connectNatsBus } = await import('../bus/nats.js');
    const bus = await connectNatsBus({ url: own.NATS_URL, name, log, tracing, metrics });
    isConnected = () => bus.connected;
    const kit = makeKit({ name, bus, log, tracing, metrics, health, isOwnProcess: true });
    const app = await NestFactory.create(module(kit, config), {
      logger: nestLog(log),
      abortOnError: false,
      bodyParser: false,
    });
    prepare?.(app);
    if (port) await app.listen(port(config), host?.(config) ?? '0.0.0.0');
    else await app.init();
    stop = async () => {
      healthLog.stop();
      health.refuse('stopping');
      await app.close();
      await bus.drain();
      await Promise.all([traces.close(), server?.close()]);
    };
    started();
    log.info({ healthPort: server?.port }, 'started');
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}

function loadBoth<Config>(
  name: string,
  load: (env: Env) => Config,
  env: Env,
): [ReturnType<typeof loadProcessConfig>, Config] {
  const problems: ConfigError[] = [];
  const attempt = <T>(read: (env: Env) => T): T | undefined => {
    try {
      return read(env);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error);
      return undefined;
    }
  };
  const own = attempt(loadProcessConfig);
  const config = attempt(load);
  if (problems.length === 0 && own) return [own, config as Config];
  const all = problems.flatMap((each) => each.problems).map(({ variable, reason }) => `${variable}: ${reason}`);
  createLog(name).fatal(`the configuration is not usable: ${all.join('; ')}`);
  process.exit(1);
}
