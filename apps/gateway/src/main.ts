import { startService } from '@earworm/service-kit/bootstrap';
import { GatewayModule, loadGatewayConfig, useSockets } from './gateway.module.js';

await startService({
  name: 'gateway',
  load: loadGatewayConfig,
  // Probes and numbers are not for the world: they have the health port.
  module: (kit, config) => GatewayModule.register(kit, config, { webRoot: config.WEB_ROOT, probes: null }),
  port: (config) => config.PORT,
  host: (config) => config.HOST,
  prepare: useSockets,
});
