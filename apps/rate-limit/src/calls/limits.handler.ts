import { Inject, Injectable } from '@nestjs/common';
import { checkLimit, countAddresses, resetLoginAttempts, countLoginAttempt, type RequestOf } from '@earworm/contracts';
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
    return this.limits.current.addressLimits(request);
  }

  @Handles(countLoginAttempt)
  async spend({ guessed, account }: RequestOf<typeof countLoginAttempt>) {
    return { wait: await this.limits.current.loginThrottles[guessed].spend(account) };
  }

  @Handles(resetLoginAttempts)
  async forget({ guessed, account }: RequestOf<typeof resetLoginAttempts>) {
    await this.limits.current.loginThrottles[guessed].forget(account);
    return {};
  }
}
