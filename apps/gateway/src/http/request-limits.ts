import type { CountedAction } from '@earworm/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LIMITER } from '../gateway.tokens.js';
import { checkLeft, type Limiter, spend } from '../limits/action-limits.js';
import { Callers } from '../limits/callers.js';

/** What a request spends of the limits that the rate-limit service counts, outside of a game. */
@Injectable()
export class RequestLimits {
  constructor(
    @Inject(LIMITER) private readonly limiter: Limiter,
    @Inject(Callers) private readonly callers: Callers,
  ) {}

  /** `userId`: empty for a request without a token. Throws the action's refusal. */
  async spend(action: CountedAction, request: Request, userId: string, points?: number): Promise<void> {
    await spend(this.limiter, action, { ...this.#spender(request, userId), points });
  }

  /** Only looks, and throws the action's refusal when nothing is left. */
  checkLeft(action: CountedAction, request: Request, userId: string): Promise<void> {
    return checkLeft(this.limiter, action, this.#spender(request, userId));
  }

  #spender(request: Request, userId: string) {
    return { userId, gameId: 'global', caller: this.callers.of(request) };
  }
}
