import { Module, type DynamicModule } from '@nestjs/common';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { KIT, LIMITS, LimitsHandler } from './calls/limits.handler.js';
import { openLimits } from './open-limits.js';
import type { RateLimitConfig } from './rate-limit.config.js';

export { loadRateLimitConfig, type RateLimitConfig } from './rate-limit.config.js';
export { parseLimit, type Limit } from './limits.js';

@Module({})
export class RateLimitModule {
  static register(kit: Kit, config: RateLimitConfig): DynamicModule {
    return {
      module: RateLimitModule,
      providers: [
        { provide: KIT, useValue: kit },
        { provide: LIMITS, useFactory: () => openLimits(kit, config) },
        LimitsHandler,
      ],
    };
  }
}
