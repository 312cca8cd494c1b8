import { GatewayModule, loadGatewayConfig, useSockets } from '@earworm/gateway';
import { nestLog, type Kit } from '@earworm/service-kit/bootstrap';
import type { Env } from '@earworm/service-kit/config';
import type { HealthRoutes } from '@earworm/service-kit/health/server';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';

export interface Front {
  listen(): Promise<number>;
  close(): Promise<void>;
}

class FrontModule {}

interface FrontOptions {
  readonly kit: Kit;
  readonly env: Env;
  readonly probes: HealthRoutes;
  readonly identity: DynamicModule;
}

export async function openFront({ kit, env, probes, identity }: FrontOptions): Promise<Front> {
  const config = loadGatewayConfig(env);
  const gateway = GatewayModule.register(kit, config, { webRoot: config.WEB_ROOT, probes });
  const app = await NestFactory.create<NestExpressApplication>(
    { module: FrontModule, imports: [identity, gateway] },
    { logger: nestLog(kit.log), abortOnError: false, bodyParser: false },
  );
  useSockets(app);
  return {
    listen: async () => {
      // Without a host: all interfaces of both IP versions.
      await (env['HOST'] ? app.listen(config.PORT, config.HOST) : app.listen(config.PORT));
      const address = app.getHttpServer().address();
      return typeof address === 'object' && address !== null ? Number(address.port) : config.PORT;
    },
    close: () => app.close(),
  };
}
