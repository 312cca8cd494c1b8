import type { CountedAction } from '@earworm/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LIMITER } from '../gateway.tokens.js';
import { checkLeft, type Limiter, spend } from '../limits/action-limits.js';
import { Callers, type Caller } from '../limits/callers.js';
import { AddressLimits } from '@earworm/service-kit/address-limits';

@Injectable()
export class RequestLimits {
  constructor(
    @Inject(LIMITER) private readonly limiter: Limiter,
    @Inject(Callers) private readonly callers: Callers,
  ) {}

  /** `userId`: empty without a token. */
  async spend(action: CountedAction, request: Request, userId: string, points?: number): Promise<void> {
    await spend(this.limiter, action, { ...this.#spender(request, userId), points });
  }

  /** Throws when nothing is left. */
  checkLeft(action: CountedAction, request: Request, userId: string): Promise<void> {
    return checkLeft(this.limiter, action, this.#spender(request, userId));
  }

  #spender(request: Request, userId: string) {
    return { userId, gameId: 'global', caller: this.callers.of(request) };
  }
}

@Injectable()
export class SignInLimits {
  constructor(
    @Inject(Callers) private readonly callers: Callers,
    @Inject(AddressLimits) private readonly addressLimits: AddressLimits,
  ) {}

  admit(request: Request): Caller {
    const caller = this.callers.of(request);
    this.addressLimits.spend('sign-ins', caller.address);
    return caller;
  }

  spendSignOut(request: Request): void {
    this.addressLimits.spend('sign-outs', this.callers.addressOf(request));
  }
}
