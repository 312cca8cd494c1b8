import type { Subscription } from '@earworm/service-kit/bus';

export interface CallHandler {
  serve(): Subscription[];
}
