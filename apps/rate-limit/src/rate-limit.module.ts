import { defineService } from '@earworm/service-kit/bootstrap';
import { LimitsHandler } from './calls/limits.handler.js';
import { LIMITS, openLimits } from './open-limits.js';
import { loadRateLimitConfig } from './rate-limit.config.js';

export { parseLimit, type Limit } from './rate-limit.config.js';

export const rateLimit = defineService({
  name: 'rate-limit',
  load: loadRateLimitConfig,
  providers: (kit, config) => [{ provide: LIMITS, useFactory: () => openLimits(kit, config) }],
  handlers: [LimitsHandler],
});
