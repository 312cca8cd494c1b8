import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { checkLimit, countAddresses, forgetGuesses, spendGuess } from '@earworm/contracts';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Subscription } from '@earworm/service-kit/bus';
import type { OpenLimits } from '../open-limits.js';

export const KIT = Symbol('rate-limit kit');
export const LIMITS = Symbol('limits');

@Injectable()
export class LimitsHandler implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private served: Subscription[] = [];

  constructor(
    @Inject(KIT) private readonly kit: Kit,
    @Inject(LIMITS) private readonly limits: OpenLimits,
  ) {}

  onApplicationBootstrap(): void {
    const { bus } = this.kit;
    const { limits } = this;
    this.served = [
      bus.serve(checkLimit, (request) => limits.current.check(request)),
      bus.serve(countAddresses, (request) => limits.current.ceilings(request)),
      bus.serve(spendGuess, async ({ guessed, account }) => ({
        wait: await limits.current.guesses[guessed].spend(account),
      })),
      bus.serve(forgetGuesses, async ({ guessed, account }) => {
        await limits.current.guesses[guessed].forget(account);
        return {};
      }),
    ];
  }

  beforeApplicationShutdown(): void {
    for (const subscription of this.served) subscription.unsubscribe();
  }

  onApplicationShutdown(): void {
    this.limits.close();
  }
}
