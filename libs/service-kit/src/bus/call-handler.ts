import type { Subscription } from './port.js';

/** Serves calls of one kind for as long as its service runs. */
export interface CallHandler {
  serve(): Subscription;
}

/** Several calls that are served, and ended, together. */
export const allOf = (...subscriptions: readonly Subscription[]): Subscription => ({
  unsubscribe() {
    for (const each of subscriptions) each.unsubscribe();
  },
});
