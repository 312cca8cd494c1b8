import type { AddressLimitName, countAddresses, ReplyOf, RequestOf } from '@earworm/contracts';
import type { Counter, Counters } from './counters.js';
import type { Limits } from './rate-limit.config.js';

/** Adds up points and returns the addresses above their limit. */
export type AddressLimits = (request: RequestOf<typeof countAddresses>) => Promise<ReplyOf<typeof countAddresses>>;

export function createAddressLimits({ addressLimits }: Limits, counters: Counters): AddressLimits {
  const all = Object.fromEntries(
    Object.entries(addressLimits).map(([name, limit]) => [name, counters(`address:${name}`, limit)]),
  ) as Record<AddressLimitName, Counter>;
  return async ({ spent }) => {
    const answers = await Promise.all(
      spent.map(async ({ address, ceiling: name, points }) => {
        const { allowed, resetTime } = await all[name].spend(address, points);
        return allowed ? [] : [{ address, ceiling: name, forMs: resetTime }];
      }),
    );
    return { refused: answers.flat() };
  };
}
