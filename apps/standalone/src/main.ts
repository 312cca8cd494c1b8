// Before anything with decorators is loaded.
import 'reflect-metadata';
import { flushCompileCache } from 'node:module';
import { ConfigError, warnOfRemoved } from '@earworm/service-kit/config';
import { openTracing } from '@earworm/service-kit/tracing';
import { banner, type FirstAdmin, adminBanner } from './banner.js';
import { OptionError, readCores } from './cores.js';
import { loadStandaloneConfig } from './standalone.config.js';
import { inheritedListener } from './shared-listener.js';
import { StartTimes } from './start-times.js';
import { checkPort, startupMessage, type StartOptions } from './startup-error.js';

/** Ctrl-C takes three seconds at most. */
const STOP_WITHIN_MS = 2_500;
/** Then the database stops without waiting for the services, which loses no acknowledged event. */
const SERVICES_WITHIN_MS = 1_500;
/** Of the database's immediate shutdown, when its fast one takes too long. */
const IMMEDIATE_MS = 500;

const LAUNCHER_EVERY_MS = 250;

/** What the first guests load on demand is in the cache by then. Node keeps what is compiled when a module is loaded. */
const COMPILED_AFTER_MS = 10_000;

const options: StartOptions = { port: 3000, dataDir: '.data', host: undefined };

async function main(): Promise<void> {
  const cores = readCores(process.argv.slice(2));
  const config = loadStandaloneConfig(process.env);
  Object.assign(options, { port: config.PORT, dataDir: config.DATA_DIR, host: config.HOST });
  const times = new StartTimes();
  endWithLauncher();
  const listener = await inheritedListener();
  if (listener === undefined) await checkPort(config.PORT);
  // The database starts while the services are loaded from disk.
  const { openDatabase } = await import('./embedded-postgres.js');
  const [database, { startServices }, { createLog }, { stopOnSignal }, traces] = await Promise.all([
    openDatabase(config).finally(() => times.done('database')),
    import('./services.js').finally(() => times.done('loaded')),
    import('@earworm/service-kit/log'),
    import('@earworm/service-kit/bootstrap'),
    openTracing(config),
  ]);
  const log = createLog('standalone', { level: config.LOG_LEVEL });
  warnOfRemoved(process.env, log);
  let firstAdmin: FirstAdmin | null = null;
  let isReady = false;
  /** Also during the start, whose services would wait for the database. */
  const endWhen = (died: Promise<string>) =>
    void died.then(async (sentence) => {
      if (!isReady && firstAdmin) process.stdout.write(adminBanner(firstAdmin));
      console.error(sentence);
      await report(sentence);
      process.exit(1);
    });
  endWhen(database.died);
  try {
    const env = { ...process.env, PORT: String(config.PORT), MIGRATIONS: 'run' };
    const onFirstAdmin = (admin: FirstAdmin) => void (firstAdmin = admin);
    const services = await startServices({
      env,
      urls: database.urls,
      log,
      traces,
      times,
      listener,
      cores,
      onFirstAdmin,
      databaseDir: config.DATABASE_URL === undefined ? config.DATA_DIR : null,
      health: { port: config.HEALTH_PORT, host: config.HEALTH_HOST },
    });
    const stop = async () => {
      const until = performance.now() + STOP_WITHIN_MS - IMMEDIATE_MS;
      const closed = await Promise.race([services.close().then(() => true), after(SERVICES_WITHIN_MS)]);
      await database.stop(Math.max(0, until - performance.now()));
      if (!closed) throw new Error(`the services did not close within ${SERVICES_WITHIN_MS} ms`);
    };
    stopOnSignal({ log, stop, withinMs: STOP_WITHIN_MS });
    endWhen(services.died);
    const { HOST: host, PUBLIC_URL: publicUrl } = config;
    const isRestart = listener !== undefined;
    process.stdout.write(await banner({ port: services.port, host, publicUrl, firstAdmin, isRestart }));
    log.info(times.fields, 'ready');
    // From here on the launcher restarts a crashed server.
    process.send?.('ready', () => undefined);
    isReady = true;
    // A crash would lose the code compiled so far.
    setTimeout(flushCompileCache, COMPILED_AFTER_MS).unref();
  } catch (error) {
    if (firstAdmin) process.stdout.write(adminBanner(firstAdmin));
    await database.stop(STOP_WITHIN_MS);
    throw error;
  }
}

/**
 * Stops when the launcher has ended in any way. Not on `disconnect`: Node does not emit it while the launcher has yet to
 * confirm the socket that `shareListener` sent.
 */
function endWithLauncher(): void {
  if (!process.connected) return;
  const timer = setInterval(() => {
    if (process.connected) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LAUNCHER_EVERY_MS).unref();
}

const after = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(resolve, ms, false).unref());

/** A message for users; the error with its stack only for bugs. */
const explain = (error: unknown): unknown => {
  if (error instanceof ConfigError || error instanceof OptionError) return error.message;
  // A gateway's error came from another process.
  if (error instanceof Error && /^(EmbeddedPostgres|HealthPort|Config|Pooler)Error$/.test(error.name))
    return error.message;
  return startupMessage(error, options) ?? error;
};

/** To the launcher, which says it once more when it gives up. */
const report = (failed: string): Promise<void> =>
  new Promise((resolve) => (process.connected ? process.send?.({ failed }, () => resolve()) : resolve()));

main().catch(async (error: unknown) => {
  const why = explain(error);
  console.error(why);
  await report(why instanceof Error ? why.message : String(why));
  process.exit(1);
});
