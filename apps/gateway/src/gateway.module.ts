import { type DynamicModule, type INestApplication, Module } from '@nestjs/common';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { createEdge, type Edge } from './edge.js';
import { EDGE } from './edge.token.js';
import type { GatewayConfig } from './gateway.config.js';
import { originRule } from './socket/origins.js';
import { SocketAdapter } from './socket/socket.adapter.js';
import { SocketGateway } from './socket/socket.gateway.js';

export { loadGatewayConfig, type GatewayConfig } from './gateway.config.js';

/** The edge: HTTP under /api, the WebSocket at /ws, and with `webRoot` the pages. */
@Module({})
export class GatewayModule {
  static register(kit: Kit, config: GatewayConfig): DynamicModule {
    return {
      module: GatewayModule,
      providers: [{ provide: EDGE, useFactory: () => createEdge(kit, config) }, SocketGateway],
    };
  }
}

/** To be called before the application starts: Nest wants its socket adapter from outside of modules. */
export function useSockets(app: INestApplication): void {
  const { config, metrics } = app.get<Edge>(EDGE, { strict: false });
  const onRefused = () => metrics.closings.inc({ reason: 'foreign-origin' });
  app.useWebSocketAdapter(new SocketAdapter(app, originRule(config), onRefused));
}
