import { ConfigError } from '@earworm/service-kit/config';
import { openTracing } from '@earworm/service-kit/tracing';
import { banner } from './banner.js';
import { checkPort } from './port.js';
import { loadStandaloneConfig } from './standalone.config.js';
import { sentenceFor } from './trouble.js';

/** Ctrl-C must have ended everything by three seconds. */
const STOP_WITHIN_MS = 2_500;

const where = { port: 3000, dataDir: '.data' };

async function main(): Promise<void> {
  const config = loadStandaloneConfig(process.env);
  Object.assign(where, { port: config.PORT, dataDir: config.DATA_DIR });
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
  try {
    const services = await startServices({ ...process.env, PORT: String(config.PORT) }, database.urls, log, traces);
    const stop = async () => {
      await services.close();
      await database.stop();
    };
    stopOnSignal({ log, stop, withinMs: STOP_WITHIN_MS });
    // Started by the launcher, whose end is ours too, however it came.
    if (process.connected) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    void database.died.then((sentence) => {
      console.error(sentence);
      process.exit(1);
    });
    const { port, firstAdmin } = services;
    process.stdout.write(await banner({ port, publicUrl: config.PUBLIC_URL, firstAdmin }));
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Sentences for people come from the parts that know them; only a bug shows its stack. */
const explain = (error: unknown): unknown => {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && error.name === 'EmbeddedPostgresError') return error.message;
  return sentenceFor(error, where) ?? error;
};

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
