import { type GatewayConfig, GatewayModule, loadGatewayConfig, separateGateway, useSockets } from '@earworm/gateway';
import { nestLog, type Kit } from '@earworm/service-kit/bootstrap';
import type { Env } from '@earworm/service-kit/config';
import type { HealthRoutes } from '@earworm/service-kit/health/server';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { BACKLOG, type Listener, shareListener } from './shared-listener.js';

/** What browsers connect to. */
export interface Front {
  /** Resolves with the port. */
  listen(inherited: Listener | undefined): Promise<number>;
  /** Resolves with a message when it ended and could not be started again. */
  readonly died: Promise<string>;
  close(): Promise<void>;
}

class FrontModule {}

interface FrontOptions {
  readonly kit: Kit;
  readonly env: Env;
  readonly probes: HealthRoutes;
  /** Null: in another process, at IDENTITY_URL. */
  readonly identity: DynamicModule | null;
  /** Values that no variable sets. */
  readonly overrides?: Partial<GatewayConfig> | undefined;
}

export async function openFront({ kit, env, probes, identity, overrides }: FrontOptions): Promise<Front> {
  const config = { ...loadGatewayConfig(env), ...overrides };
  const imports =
    identity === null
      ? [separateGateway(kit, config, { probes })]
      : [identity, GatewayModule.register(kit, config, { webRoot: config.WEB_ROOT, probes })];
  const app = await NestFactory.create<NestExpressApplication>(
    { module: FrontModule, imports },
    { logger: nestLog(kit.log), abortOnError: false, bodyParser: false },
  );
  useSockets(app);
  return {
    listen: async (inherited) => {
      await app.init();
      const server: Server = app.getHttpServer();
      // Without a host: all interfaces of both IP versions.
      const at = { port: config.PORT, backlog: BACKLOG, ...(env['HOST'] ? { host: config.HOST } : {}) };
      if (inherited) server.listen(inherited, BACKLOG);
      else server.listen(at);
      await once(server, 'listening');
      shareListener(server);
      const address = server.address();
      return typeof address === 'object' && address !== null ? Number(address.port) : config.PORT;
    },
    died: new Promise(() => undefined),
    close: () => app.close(),
  };
}
