import { Module, type DynamicModule } from '@nestjs/common';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { CHECK, CheckLimitHandler, KIT } from './calls/check-limit.handler.js';
import { openCheck } from './open-check.js';
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
        { provide: CHECK, useFactory: () => openCheck(kit, config) },
        CheckLimitHandler,
      ],
    };
  }
}
