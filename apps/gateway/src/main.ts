import { startService } from '@earworm/service-kit/bootstrap';
import { GatewayModule, loadGatewayConfig, useSockets } from './gateway.module.js';
import { watchIdentityServer } from './health.js';
import { forwardToIdentity } from './http/forward-to-identity.js';

await startService({
  name: 'gateway',
  load: loadGatewayConfig,
  module: (kit, config) => {
    watchIdentityServer(kit, config);
    return GatewayModule.register(kit, config, { webRoot: config.WEB_ROOT, realms: forwardToIdentity(config) });
  },
  port: (config) => config.PORT,
  host: (config) => config.HOST,
  prepare: useSockets,
});
