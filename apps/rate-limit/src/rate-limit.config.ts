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
import { integer, limit, loadConfig, secret, url, type Env } from '@earworm/service-kit/config';

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

const limits = Object.fromEntries(LIMIT_VARIABLES.map((row) => [row.variable, limit(row.limit)])) as Record<
  LimitVariable,
  ReturnType<typeof limit>
>;

export const variables = z.object({
  /** Unset: each process counts for itself. */
  REDIS_URL: secret(url('redis', 'rediss').optional()),
  /** A slower Redis counts as unreachable. Half of what a gateway waits, so that the local count reaches it. */
  REDIS_WITHIN_MS: integer({ min: 1, max: 10_000, default: 150 }),
  ...limits,
});

export type RateLimitConfig = z.infer<typeof variables>;

export const loadRateLimitConfig = (env: Env): RateLimitConfig => loadConfig(variables, env);

export const limitsOf = (config: RateLimitConfig): Limits => ({
  rows: Object.fromEntries(
    COUNTED_ACTIONS.flatMap(rowsOf).map(({ variable }) => [variable, config[variable]]),
  ) as Limits['rows'],
  addressLimits: Object.fromEntries(
    Object.entries(ADDRESS_LIMITS).map(([name, { variable }]) => [name, config[variable]]),
  ) as Limits['addressLimits'],
  seats: { burst: config[SEAT_THROTTLE.burst.variable], rate: config[SEAT_THROTTLE.rate.variable] },
});
