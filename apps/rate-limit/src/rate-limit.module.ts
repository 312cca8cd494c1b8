import { defineService } from '@earworm/service-kit/bootstrap';
import { RaisedAddresses } from '@earworm/service-kit/raised-addresses';
import { LimitsHandler } from './calls/limits.handler.js';
import { LIMITS, openLimits } from './open-limits.js';
import { loadRateLimitConfig } from './rate-limit.config.js';

export { parseLimit, type Limit } from './rate-limit.config.js';

export const rateLimit = defineService({
  name: 'rate-limit',
  load: loadRateLimitConfig,
  providers: (kit, config) => [
    {
      provide: RaisedAddresses,
      useFactory: () =>
        new RaisedAddresses(kit.bus, (error) => kit.log.error({ err: error }, 'networks of events could not be read')),
    },
    {
      provide: LIMITS,
      useFactory: (raised: RaisedAddresses) => openLimits(kit, config, raised),
      inject: [RaisedAddresses],
    },
  ],
  handlers: [LimitsHandler],
  workers: [RaisedAddresses],
});
