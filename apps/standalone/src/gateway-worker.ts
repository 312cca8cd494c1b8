import { makeKit, stopOnSignal } from '@earworm/service-kit/bootstrap';
import { connectChannelBus, ipcChannel } from '@earworm/service-kit/bus';
import { watchHealth } from '@earworm/service-kit/health';
import { startHealthServer } from '@earworm/service-kit/health/server';
import { createLog } from '@earworm/service-kit/log';
import { createMetrics } from '@earworm/service-kit/metrics';
import { openTracing } from '@earworm/service-kit/tracing';
import { openFront } from './front.js';
import { LISTEN, type FromWorker, WORKER_DRAIN_MS, WORKER_STOPS_WITHIN_MS } from './gateway-workers.js';
import { loadStandaloneConfig } from './standalone.config.js';

const mayListen = new Promise<void>((resolve) => {
  process.on('message', (message) => {
    if (message === LISTEN) resolve();
  });
});

const tell = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => void process.send?.(message, () => resolve()));

/** One of several gateways of `npm start`, started by `GatewayWorkers`. */
async function main(): Promise<void> {
  const { LOG_LEVEL: level, HEALTH_PORT, HEALTH_HOST, ...config } = loadStandaloneConfig(process.env);
  const log = createLog('gateway', { level }).child({ worker: Number(process.env['WORKER']) });
  const traces = await openTracing(config);
  const tracing = traces.of('gateway');
  const metrics = createMetrics('gateway');
  const bus = connectChannelBus({ channel: ipcChannel(process), log, tracing, metrics });
  const kit = makeKit({ name: 'gateway', bus, log, tracing, metrics });
  watchHealth(metrics, kit.health);
  if (traces.check) kit.health.add('collector', traces.check, { optional: true });
  const front = await openFront({ kit, env: process.env, probes: kit, identity: null });
  const health = HEALTH_PORT === 0 ? undefined : await startHealthServer({ port: HEALTH_PORT, host: HEALTH_HOST }, kit);
  const stop = async () => {
    // Warnings of a shutdown are expected.
    log.level = 'error';
    await front.close();
    await bus.drain(WORKER_DRAIN_MS);
    await Promise.all([traces.close(), health?.close()]);
  };
  stopOnSignal({ log, stop, withinMs: WORKER_STOPS_WITHIN_MS });
  await mayListen;
  await tell({ ready: await front.listen(undefined) });
}

main().catch(async (error: unknown) => {
  const { name, message, stack, code } = error as NodeJS.ErrnoException;
  await tell({ failed: { name, message, stack, code } });
  process.exit(1);
});
