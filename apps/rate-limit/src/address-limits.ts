import {
  type AddressLimitName,
  ADDRESS_LIMITS,
  type countAddresses,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import type { Counter, Counters } from './counters.js';
import { NONE_RAISED, type Raised, type SpendMore, spendMoreOf } from './raised-limit.js';
import type { Limits } from './rate-limit.config.js';

/** Adds up points and returns the addresses above their limit. */
export type AddressLimits = (request: RequestOf<typeof countAddresses>) => Promise<ReplyOf<typeof countAddresses>>;

interface Counted {
  readonly own: Counter;
  readonly more: SpendMore;
}

export function createAddressLimits(
  { addressLimits }: Limits,
  counters: Counters,
  raised: Raised = NONE_RAISED,
): AddressLimits {
  const counted = (name: AddressLimitName): Counted => {
    const [key, limit] = [`address:${name}`, addressLimits[name]];
    return {
      own: counters(key, limit),
      more: spendMoreOf(key, ADDRESS_LIMITS[name].variable, limit, counters, raised),
    };
  };
  const all = Object.fromEntries(
    Object.keys(addressLimits).map((name) => [name, counted(name as AddressLimitName)]),
  ) as Record<AddressLimitName, Counted>;
  return async ({ spent }) => {
    const answers = await Promise.all(
      spent.map(async ({ address, ceiling: name, points, showId }) => {
        const { own, more } = all[name];
        const left = await own.spend(address, points);
        const { allowed, resetTime } = left.allowed ? left : ((await more({ address, showId }, points)) ?? left);
        return allowed ? [] : [{ address, ceiling: name, forMs: resetTime, ...(showId && { showId }) }];
      }),
    );
    return { refused: answers.flat() };
  };
}
