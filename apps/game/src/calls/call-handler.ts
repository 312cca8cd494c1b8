import type { Subscription } from '@earworm/service-kit/bus';

/** A call that any replica answers. */
export interface CallHandler {
  serve(): Subscription;
}
