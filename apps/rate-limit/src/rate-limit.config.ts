import { z } from 'zod';
import { integer, loadConfig, secret, url, type Env } from '@earworm/service-kit/config';
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

export const variables = z.object({
  /** Unset: each process counts for itself. */
  REDIS_URL: secret(url('redis', 'rediss').optional()),
  /**
   * A Redis that takes longer counts as away. Half of what a gateway waits for the limit of a command, so that this
   * process's own count still reaches it.
   */
  REDIS_WITHIN_MS: integer({ min: 1, max: 10_000, default: 150 }),
  ...rows,
  /** What one address does in all. */
  CEILING_SIGN_INS: limit(CEILING_DEFAULTS['sign-ins'].limit),
  CEILING_SIGN_OUTS: limit(CEILING_DEFAULTS['sign-outs'].limit),
  CEILING_JOINS: limit(CEILING_DEFAULTS.joins.limit),
  CEILING_SOCKETS: limit(CEILING_DEFAULTS.sockets.limit),
  CEILING_REPORTS: limit(CEILING_DEFAULTS.reports.limit),
  CEILING_SEATS_BURST: limit(SEAT_THROTTLE_DEFAULTS.burst.limit),
  CEILING_SEATS_RATE: limit(SEAT_THROTTLE_DEFAULTS.rate.limit),
  CEILING_BODIES: limit(CEILING_DEFAULTS.bodies.limit),
  CEILING_USER_BODIES: limit(CEILING_DEFAULTS['bodies-of-user'].limit),
});

export type RateLimitConfig = z.infer<typeof variables>;

export const loadRateLimitConfig = (env: Env): RateLimitConfig => loadConfig(variables, env);

export const limitsOf = (config: RateLimitConfig): Limits => ({
  rows: Object.fromEntries(ROWS.map(({ variable }) => [variable, config[variable]])) as Limits['rows'],
  ceilings: {
    'sign-ins': config.CEILING_SIGN_INS,
    'sign-outs': config.CEILING_SIGN_OUTS,
    joins: config.CEILING_JOINS,
    sockets: config.CEILING_SOCKETS,
    reports: config.CEILING_REPORTS,
    bodies: config.CEILING_BODIES,
    'bodies-of-user': config.CEILING_USER_BODIES,
  },
  seats: { burst: config.CEILING_SEATS_BURST, rate: config.CEILING_SEATS_RATE },
});
