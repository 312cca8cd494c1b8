import { startService } from '@earworm/service-kit/bootstrap';
import { GatewayModule, loadGatewayConfig, useSockets } from './gateway.module.js';

await startService({
  name: 'gateway',
  load: loadGatewayConfig,
  module: (kit, config) => GatewayModule.register(kit, config, { webRoot: config.WEB_ROOT }),
  port: (config) => config.PORT,
  host: (config) => config.HOST,
  prepare: useSockets,
});
