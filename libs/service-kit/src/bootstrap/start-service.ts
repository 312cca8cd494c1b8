import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { DynamicModule, INestApplication, LoggerService } from '@nestjs/common';
import { ConfigError, type Env, warnOfRemoved } from '../config.js';
import { HealthChecks, HealthLog, START_CHECK, watchHealth } from '../health/health-checks.js';
import { startHealthServer } from '../health/health-server.js';
import { createLog } from '../log/log.js';
import { createMetrics } from '../metrics.js';
import { releaseMemory } from '../release-memory.js';
import { openTracing } from '../tracing/open-tracing.js';
import { makeKit, type Kit } from './kit.js';
import { loadProcessConfig } from './process.config.js';
import { stopOnSignal } from './stop-on-signal.js';
import type { Logger } from 'pino';

const HEALTH_LOG_MS = 5_000;

export interface ServiceDefinition<Config> {
  readonly name: string;
  readonly load: (env: Env) => Config;
  readonly module: (kit: Kit, config: Config) => DynamicModule;
  readonly env?: Env;
  readonly port?: (config: Config) => number;
  readonly host?: (config: Config) => string;
  readonly prepare?: (app: INestApplication) => void;
  /** How often health is checked for the log, which has one line for each change. */
  readonly healthLogMs?: number;
}

/** The client does not tell which. */
const NO_BUS =
  'no server of NATS_URL can be reached, it does not accept the password, it offers no TLS although the URL begins with tls://, ' +
  'or its certificate is not trusted (NODE_EXTRA_CA_CERTS names the file of a private authority)';

/** Exits 1 on invalid configuration; retries dependencies while the health port answers. */
export async function startService<Config>(definition: ServiceDefinition<Config>): Promise<void> {
  const { name, module, port, host, prepare, env = process.env, healthLogMs = HEALTH_LOG_MS } = definition;
  const [own, config] = loadBoth(name, definition.load, env);
  const log = createLog(name, { level: own.LOG_LEVEL });
  warnOfRemoved(env, log);
  const health = new HealthChecks();
  const healthLog = new HealthLog(health, log);
  let stop = async (): Promise<void> => healthLog.stop();
  // PID 1 ignores unhandled signals, also during the start.
  stopOnSignal({ log, stop: () => stop() });
  try {
    const metrics = createMetrics(name);
    watchHealth(metrics, health);
    let isConnected = () => false;
    health.add('bus', () => {
      if (!isConnected()) throw new Error(NO_BUS);
    });
    const started = health.add(START_CHECK, () => {
      throw new Error('still starting');
    });
    const at = { port: own.HEALTH_PORT, host: own.HEALTH_HOST };
    const server = at.port === 0 ? undefined : await startHealthServer(at, { health, metrics });
    healthLog.start(healthLogMs);
    const traces = await openTracing(own);
    if (traces.check) health.add('collector', traces.check, { optional: true });
    const tracing = traces.of(name);
    // Loaded here: the standalone process imports this module but not the NATS client.
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
    releaseMemory();
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

export function nestLog(log: Logger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'trace' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = typeof rest.at(-1) === 'string' ? (rest.at(-1) as string) : undefined;
      if (message instanceof Error) log[level]({ context, err: message }, message.message);
      else log[level]({ context, detail: level === 'error' ? rest.slice(0, -1) : undefined }, String(message));
    };
  return {
    log: write('debug'),
    debug: write('debug'),
    verbose: write('trace'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
}
