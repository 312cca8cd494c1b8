import { startService } from '@earworm/service-kit/bootstrap';
import { IdentityModule, loadIdentityConfig } from './identity.module.js';

await startService({
  name: 'identity',
  load: loadIdentityConfig,
  module: (kit, config) => IdentityModule.register(kit, config),
  port: (config) => config.PORT,
  host: (config) => config.HOST,
});
