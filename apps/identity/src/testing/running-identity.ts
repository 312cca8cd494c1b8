import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { type Bus, createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { patientBus } from '@earworm/service-kit/testing';
import { DataSource } from 'typeorm';
import { PersonErasures } from '../erasures/person-erasures.js';
import type { IdentityConfig } from '../identity.config.js';
import { identity } from '../identity.module.js';
import { GuestMoves } from '../moves/guest-moves.js';
import { GuestMoveWorker } from '../moves/guest-move-worker.js';
import { OPENED_PROVIDER, type OpenedProvider } from '../providers/identity-provider.js';
import { SECRETS, type Secrets } from '../tokens/secrets.js';

class Standalone {}

interface RunOptions {
  readonly bus?: Bus;
  readonly onFirstAdmin?: (email: string, password: string) => void;
  readonly listen?: { readonly port: number; readonly host: string };
  /** Values that no variable sets. */
  readonly overrides?: Partial<IdentityConfig>;
}

/** The whole service as standalone runs it: its module in a Nest application with an HTTP port, on an in-process bus. */
export async function runIdentity(env: Record<string, string>, options: RunOptions = {}) {
  const { bus = patientBus(createInProcessBus()), onFirstAdmin, overrides } = options;
  const { listen = { port: 0, host: '127.0.0.1' } } = options;
  const warnings: string[] = [];
  const log = createLog('identity', { level: 'silent' });
  log.warn = (...args: unknown[]) => void warnings.push(String(args.at(-1)));
  const kit = makeKit({ name: 'identity', bus, log });
  const admins: { email: string; password: string }[] = [];
  const service = identity((email, password) => {
    onFirstAdmin?.(email, password);
    admins.push({ email, password });
  });
  const module = service.module(kit, { ...service.load(env), ...overrides });
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
    identity: {
      provider: app.get<OpenedProvider>(OPENED_PROVIDER).provider,
      directory: app.get<OpenedProvider>(OPENED_PROVIDER).directory,
      erasures: app.get(PersonErasures),
      deviceKey: app.get<Secrets>(SECRETS).deviceKey,
      ...{ db: app.get(DataSource), moves: app.get(GuestMoves), moveWorker: app.get(GuestMoveWorker) },
    },
    origin: `http://127.0.0.1:${port}`,
    realm: `http://127.0.0.1:${port}/realms/earworm`,
    stop: async () => {
      await app.close();
      await bus.drain();
    },
  };
}

export type RunningIdentity = Awaited<ReturnType<typeof runIdentity>>;
