import type { Subscription } from '@earworm/service-kit/bus';

export interface CallHandler {
  serve(): Subscription;
}

/** Several calls that are served, and ended, together. */
export const allOf = (...subscriptions: readonly Subscription[]): Subscription => ({
  unsubscribe() {
    for (const each of subscriptions) each.unsubscribe();
  },
});
