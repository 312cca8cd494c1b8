import { AddressLimits } from '@earworm/service-kit/address-limits';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Turns } from '../fan-out/turns.js';
import { ARRIVALS } from '../gateway.tokens.js';
import { type Caller, Callers } from '../limits/callers.js';
import { RequestLimits } from './request-limits.js';

/** How often one address and one device sign in. */
@Injectable()
export class SignInLimits {
  constructor(
    @Inject(Callers) private readonly callers: Callers,
    @Inject(AddressLimits) private readonly ceilings: AddressLimits,
    @Inject(RequestLimits) private readonly limits: RequestLimits,
    @Inject(ARRIVALS) private readonly arrivals: Turns,
  ) {}

  /** Refuses an address that is far above what a hall of phones does. */
  admit(request: Request): Caller {
    const caller = this.callers.of(request);
    this.ceilings.spend('sign-ins', caller.address);
    return caller;
  }

  /** The same for a guest, who is counted later: a hall of phones that waits for room asks many times. */
  async admitGuest(request: Request): Promise<Caller> {
    const caller = this.callers.of(request);
    const refused = this.ceilings.refusalOf('sign-ins', caller.address);
    if (refused !== null) throw refused;
    // A first visit has no device yet: the address' ceiling counts it.
    if (caller.device !== null) await this.limits.spend('sign_in_guest', request, '');
    await this.arrivals.entered();
    return caller;
  }

  count({ address }: Caller): void {
    this.ceilings.count('sign-ins', address);
  }

  spendSignOut(request: Request): void {
    this.ceilings.spend('sign-outs', this.callers.addressOf(request));
  }
}
