import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { patientBus } from '@earworm/service-kit/testing';
import { IDENTITY } from '../calls/identity.handler.js';
import type { Identity } from '../identity.js';
import { IdentityModule, loadIdentityConfig } from '../identity.module.js';

class Standalone {}

/** The whole service as standalone runs it: its module in a Nest application with an HTTP port, on an in-process bus. */
export async function runIdentity(
  env: Record<string, string>,
  bus = patientBus(createInProcessBus()),
  onFirstAdmin: (email: string, password: string) => void = () => undefined,
  listen = { port: 0, host: '127.0.0.1' },
) {
  const warnings: string[] = [];
  const log = createLog('identity', { level: 'silent' });
  log.warn = (...said: unknown[]) => void warnings.push(String(said.at(-1)));
  const kit = makeKit({ name: 'identity', bus, log });
  const admins: { email: string; password: string }[] = [];
  const module = IdentityModule.register(kit, loadIdentityConfig(env), {
    onFirstAdmin: (email, password) => {
      onFirstAdmin(email, password);
      admins.push({ email, password });
    },
  });
  const app = await NestFactory.create(
    { module: Standalone, imports: [module] },
    { logger: false, bodyParser: false, abortOnError: false },
  );
  await app.listen(listen.port, listen.host);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    bus,
    /** Patient: a busy machine takes its time to hash a password. */
    call: ((definition, input) => bus.call(definition, input, { timeoutMs: 10_000 })) as typeof bus.call,
    health: kit.health,
    /** As Prometheus reads them. */
    metrics: () => kit.metrics.metrics(),
    /** First admins announced by this start. */
    admins,
    /** What the log was warned of. */
    warnings,
    identity: app.get<Identity>(IDENTITY),
    origin: `http://127.0.0.1:${port}`,
    realm: `http://127.0.0.1:${port}/realms/earworm`,
    stop: async () => {
      await app.close();
      await bus.drain();
    },
  };
}

export type RunningIdentity = Awaited<ReturnType<typeof runIdentity>>;
