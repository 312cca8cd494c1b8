import {
  type AddressLimitName,
  COUNTED_ACTIONS,
  type CountedAction,
  type Limit,
  rowsOf,
  type RowVariable,
  ADDRESS_LIMITS,
  LIMIT_VARIABLES,
  type LimitVariable,
  SEAT_THROTTLE,
} from '@earworm/contracts';
import { z } from 'zod';
import { described, limit, loadConfig, secret, url, type Env } from '@earworm/service-kit/config';

export { type CountedBy, type Limit, parseLimit } from '@earworm/contracts';

export const LIMIT_DEFAULTS = Object.fromEntries(COUNTED_ACTIONS.map((action) => [action, rowsOf(action)])) as Readonly<
  Record<CountedAction, ReturnType<typeof rowsOf>>
>;

/** Clients without a device share the points of this many devices per address. */
export const DEVICES_WITHOUT_COOKIE = 10;

/** After a burst, requests wait for its window to end and then pass at `rate`. */
export interface JoinQueueOptions {
  readonly burst: Limit;
  readonly rate: Limit;
}

export interface Limits {
  readonly rows: Readonly<Record<RowVariable, Limit>>;
  readonly addressLimits: Readonly<Record<AddressLimitName, Limit>>;
  readonly seats: JoinQueueOptions;
}

const limits = Object.fromEntries(
  LIMIT_VARIABLES.map((row) => [row.variable, described('limits', limit(row.limit), row.counts, `\`${row.limit}\``)]),
) as Record<LimitVariable, ReturnType<typeof limit>>;

export const variables = z.object({
  REDIS_URL: described(
    'data',
    secret(url('redis', 'rediss').optional()),
    'counters of the rate limits; without it each process counts for itself',
    'memory',
  ),
  ...limits,
});

/** No variable: an operator has no reason to change it. Specs override it. */
const FIXED = {
  /** A slower Redis counts as unreachable. Half of what a gateway waits, so that the local count reaches it. */
  redisWithinMs: 150,
};

export type RateLimitConfig = z.output<typeof variables> & typeof FIXED;

export const loadRateLimitConfig = (env: Env): RateLimitConfig => ({ ...FIXED, ...loadConfig(variables, env) });

export const limitsOf = (config: RateLimitConfig): Limits => ({
  rows: Object.fromEntries(
    COUNTED_ACTIONS.flatMap(rowsOf).map(({ variable }) => [variable, config[variable]]),
  ) as Limits['rows'],
  addressLimits: Object.fromEntries(
    Object.entries(ADDRESS_LIMITS).map(([name, { variable }]) => [name, config[variable]]),
  ) as Limits['addressLimits'],
  seats: { burst: config[SEAT_THROTTLE.burst.variable], rate: config[SEAT_THROTTLE.rate.variable] },
});
