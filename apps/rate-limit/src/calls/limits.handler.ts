import { Inject, Injectable } from '@nestjs/common';
import { checkLimit, countAddresses, forgetGuesses, spendGuess, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { LIMITS, type OpenLimits } from '../open-limits.js';

@Injectable()
export class LimitsHandler {
  constructor(@Inject(LIMITS) private readonly limits: OpenLimits) {}

  @Handles(checkLimit)
  check(request: RequestOf<typeof checkLimit>) {
    return this.limits.current.check(request);
  }

  @Handles(countAddresses)
  count(request: RequestOf<typeof countAddresses>) {
    return this.limits.current.ceilings(request);
  }

  @Handles(spendGuess)
  async spend({ guessed, account }: RequestOf<typeof spendGuess>) {
    return { wait: await this.limits.current.guesses[guessed].spend(account) };
  }

  @Handles(forgetGuesses)
  async forget({ guessed, account }: RequestOf<typeof forgetGuesses>) {
    await this.limits.current.guesses[guessed].forget(account);
    return {};
  }
}
