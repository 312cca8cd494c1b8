import { z } from 'zod';
import { loadConfig, url, type Env } from '@earworm/service-kit/config';
import {
  ACTIONS,
  CEILING_DEFAULTS,
  LIMIT_DEFAULTS,
  type LimitVariable,
  parseLimit,
  SEAT_THROTTLE_DEFAULTS,
  type Limits,
} from './limits.js';

const limit = (standard: string) =>
  z
    .string()
    .default(standard)
    .transform((text, context) => {
      const parsed = parseLimit(text);
      if (!parsed) context.addIssue({ code: 'custom', message: 'must be <points>/<seconds>, such as 10/600' });
      return parsed ?? z.NEVER;
    });

const ROWS = ACTIONS.flatMap((action) => [...LIMIT_DEFAULTS[action]]);

/** A variable for each row of the table. */
const rows = Object.fromEntries(ROWS.map((row) => [row.variable, limit(row.limit)])) as Record<
  LimitVariable,
  ReturnType<typeof limit>
>;

const schema = z.object({
  /** Unset: each process counts for itself. */
  REDIS_URL: url('redis', 'rediss').optional(),
  ...rows,
  /** What one address does in all. */
  CEILING_SIGN_INS: limit(CEILING_DEFAULTS['sign-ins'].limit),
  CEILING_JOINS: limit(CEILING_DEFAULTS.joins.limit),
  CEILING_SOCKETS: limit(CEILING_DEFAULTS.sockets.limit),
  CEILING_REPORTS: limit(CEILING_DEFAULTS.reports.limit),
  CEILING_SEATS_BURST: limit(SEAT_THROTTLE_DEFAULTS.burst.limit),
  CEILING_SEATS_RATE: limit(SEAT_THROTTLE_DEFAULTS.rate.limit),
});

export type RateLimitConfig = z.infer<typeof schema>;

export const loadRateLimitConfig = (env: Env): RateLimitConfig => loadConfig(schema, env);

export const limitsOf = (config: RateLimitConfig): Limits => ({
  rows: Object.fromEntries(ROWS.map(({ variable }) => [variable, config[variable]])) as Limits['rows'],
  ceilings: {
    'sign-ins': config.CEILING_SIGN_INS,
    joins: config.CEILING_JOINS,
    sockets: config.CEILING_SOCKETS,
    reports: config.CEILING_REPORTS,
  },
  seats: { burst: config.CEILING_SEATS_BURST, rate: config.CEILING_SEATS_RATE },
});
