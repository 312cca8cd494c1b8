import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Kit } from '@earworm/service-kit/bootstrap';
import type { Subscription } from '@earworm/service-kit/bus';
import { reasonOf, type Identity } from '../identity.js';
import { serveAccounts } from './serve-accounts.js';
import { serveCalls } from './serve-calls.js';

export const KIT = Symbol('identity kit');
export const IDENTITY = Symbol('identity');

@Injectable()
export class IdentityHandler implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private served: Subscription[] = [];

  constructor(
    @Inject(KIT) private readonly kit: Kit,
    @Inject(IDENTITY) private readonly identity: Identity,
  ) {}

  onApplicationBootstrap(): void {
    const { bus, log } = this.kit;
    const report = (call: string, error: unknown) => log.error({ call, reason: reasonOf(error) }, 'a call failed');
    this.served = [...serveCalls(bus, this.identity, report), ...serveAccounts(bus, this.identity, report)];
  }

  beforeApplicationShutdown(): void {
    for (const subscription of this.served) subscription.unsubscribe();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.identity.close();
  }
}
