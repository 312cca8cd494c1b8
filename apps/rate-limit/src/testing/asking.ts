import type { CountedAction } from '@earworm/contracts';
import { type Stores, createCheck } from '../check.js';
import { type Limit, type Limits, limitsOf, loadRateLimitConfig } from '../rate-limit.config.js';

/** All limits the same, but for some. */
export const every = (limit: Limit, more: Partial<Limits['rows']> = {}): Limits => {
  const limits = limitsOf(loadRateLimitConfig({}));
  const rows = Object.fromEntries(Object.keys(limits.rows).map((variable) => [variable, limit])) as Limits['rows'];
  return { ...limits, rows: { ...rows, ...more } };
};
export const of = (points: number, seconds: number): Limit => ({ points, seconds });

export interface Wish {
  readonly user?: string;
  readonly game?: string;
  readonly device?: string;
  readonly address?: string;
  readonly spend?: boolean;
  readonly points?: number;
}

/** Asks a check with empty counters. */
export async function openedWith(open: () => Promise<Stores> | Stores, limits: Limits) {
  const check = createCheck(limits, await open());
  return (
    action: CountedAction,
    { user = 'ada', game = 'game-1', device = '', address = '', spend = true, points }: Wish = {},
  ) => check({ action, userId: user, gameId: game, device: device || null, address: address || null, spend, points });
}
