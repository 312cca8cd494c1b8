import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { checkLimit } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Subscription } from '@earworm/service-kit/bus';
import type { openCheck } from '../open-check.js';

export const KIT = Symbol('rate-limit kit');
export const CHECK = Symbol('rate-limit check');

@Injectable()
export class CheckLimitHandler implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private served: Subscription | undefined;

  constructor(
    @Inject(KIT) private readonly kit: Kit,
    @Inject(CHECK) private readonly limiter: ReturnType<typeof openCheck>,
  ) {}

  onApplicationBootstrap(): void {
    this.served = this.kit.bus.serve(checkLimit, (request) => this.limiter.check(request));
  }

  beforeApplicationShutdown(): void {
    this.served?.unsubscribe();
  }

  onApplicationShutdown(): Promise<void> {
    return this.limiter.close();
  }
}
