import { ConfigError } from '@earworm/service-kit/config';
import { openTracing } from '@earworm/service-kit/tracing';
import { banner, type FirstAdmin, tellAdmin } from './banner.js';
import { checkPort } from './port.js';
import { loadStandaloneConfig } from './standalone.config.js';
import { sentenceFor, type Where } from './trouble.js';

/** Ctrl-C must have ended everything by three seconds. */
const STOP_WITHIN_MS = 2_500;
/** Of that the services have so long; then the database goes without them, which loses nothing that was acknowledged. */
const SERVICES_WITHIN_MS = 1_500;
/** Of that the database needs so much to end at once when it could not end as it should. */
const AT_ONCE_MS = 500;

const where: Where = { port: 3000, dataDir: '.data', host: undefined };

async function main(): Promise<void> {
  const config = loadStandaloneConfig(process.env);
  Object.assign(where, { port: config.PORT, dataDir: config.DATA_DIR, host: config.HOST });
  await checkPort(config.PORT);
  // The database starts while the services are still being read from the disk.
  const { openDatabase } = await import('./embedded-postgres.js');
  const [database, { startServices }, { createLog }, { stopOnSignal }, traces] = await Promise.all([
    openDatabase(config),
    import('./services.js'),
    import('@earworm/service-kit/log'),
    import('@earworm/service-kit/bootstrap'),
    openTracing(config),
  ]);
  const log = createLog('standalone', { level: config.LOG_LEVEL });
  let firstAdmin: FirstAdmin | null = null;
  try {
    // Nobody else migrates what this process makes.
    const env = { ...process.env, PORT: String(config.PORT), MIGRATIONS: 'run' };
    const onFirstAdmin = (admin: FirstAdmin) => void (firstAdmin = admin);
    const services = await startServices({
      ...{ env, urls: database.urls, log, traces, onFirstAdmin },
      databaseDir: config.DATABASE_URL === undefined ? config.DATA_DIR : null,
      health: { port: config.HEALTH_PORT, host: config.HEALTH_HOST },
    });
    const stop = async () => {
      const until = performance.now() + STOP_WITHIN_MS - AT_ONCE_MS;
      const closed = await Promise.race([services.close().then(() => true), after(SERVICES_WITHIN_MS)]);
      await database.stop(Math.max(0, until - performance.now()));
      if (!closed) throw new Error(`the services did not close within ${SERVICES_WITHIN_MS} ms`);
    };
    stopOnSignal({ log, stop, withinMs: STOP_WITHIN_MS });
    // Started by the launcher, whose end is ours too, however it came.
    if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    void database.died.then((sentence) => {
      console.error(sentence);
      process.exit(1);
    });
    const { HOST: host, PUBLIC_URL: publicUrl } = config;
    process.stdout.write(await banner({ port: services.port, host, publicUrl, firstAdmin }));
    // The launcher starts a server again that crashes from here on.
    process.send?.('ready');
  } catch (error) {
    if (firstAdmin) process.stdout.write(tellAdmin(firstAdmin));
    await database.stop(STOP_WITHIN_MS);
    throw error;
  }
}

const after = (ms: number): Promise<false> => new Promise((resolve) => setTimeout(resolve, ms, false).unref());

/** Sentences for people come from the parts that know them; only a bug shows its stack. */
const explain = (error: unknown): unknown => {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && /^(EmbeddedPostgres|HealthPort)Error$/.test(error.name)) return error.message;
  return sentenceFor(error, where) ?? error;
};

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
