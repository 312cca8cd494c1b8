import { startService } from '@earworm/service-kit/bootstrap';
import { loadRateLimitConfig, RateLimitModule } from './rate-limit.module.js';

await startService({
  name: 'rate-limit',
  load: loadRateLimitConfig,
  module: (kit, config) => RateLimitModule.register(kit, config),
});
