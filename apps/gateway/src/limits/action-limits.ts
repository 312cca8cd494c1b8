import {
  checkLimit,
  type CountedAction,
  type Delay,
  limitRefusal,
  RefusedError,
  type ReplyOf,
} from '@earworm/contracts';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import type { z } from 'zod';
import type { Caller } from './callers.js';

/** Where limits are counted. A limiter that is away, or slower than this, lets everything pass. */
export interface Limiter {
  readonly bus: Pick<Bus, 'call'>;
  readonly withinMs: number;
}

const ALLOWED = { allowed: true, remaining: 1, resetTime: 0 };

/** What the rate-limit service says; that the action is allowed when it fails in any way or takes too long. */
export const askLimit = ({ bus, withinMs }: Limiter, input: z.input<typeof checkLimit.request>) =>
  bus.call(checkLimit, input, { timeoutMs: withinMs }).catch((error: unknown): ReplyOf<typeof checkLimit> => {
    if (error instanceof RefusedError || error instanceof BusError) return ALLOWED;
    throw error;
  });

export interface Spender {
  readonly userId: string;
  readonly gameId: string;
  readonly caller: Caller;
  /** How many points it costs; default: one. */
  readonly points?: number;
}

/**
 * Spends one point, or as many as are given, at the rate-limit service. Throws the action's refusal with the seconds to
 * wait, or another action's.
 */
export async function spend(
  limiter: Limiter,
  action: CountedAction,
  { userId, gameId, caller, points }: Spender,
  refusedAs = action,
): Promise<Delay | null> {
  const { allowed, resetTime, delay } = await askLimit(limiter, { userId, gameId, action, points, ...caller });
  if (!allowed) throw limitRefusal(refusedAs, resetTime);
  return delay ?? null;
}

/** Only looks, and throws the action's refusal when nothing is left. */
export async function checkLeft(
  limiter: Limiter,
  action: CountedAction,
  { userId, gameId, caller }: Spender,
): Promise<void> {
  const { allowed, resetTime } = await askLimit(limiter, { userId, gameId, action, ...caller, spend: false });
  if (!allowed) throw limitRefusal(action, resetTime);
}

/** Keys remembered at once; when full, the windows that began first are forgotten: they end first. */
const KEYS = 100_000;

/** The limit `answer_submission`, spent here in memory: a press never waits for a network. Windows are fixed per key. */
export class PressLimit {
  readonly #windows = new Map<string, { endsAt: number; left: number }>();

  constructor(
    private readonly points: number,
    private readonly windowMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws `limit-answer` with the seconds to wait. */
  spend(key: string): void {
    const now = this.now();
    const window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#windows.set(key, { endsAt: now + this.windowMs, left: this.points - 1 });
      this.#forget(now);
    } else if (window.left > 0) {
      window.left--;
    } else {
      throw limitRefusal('answer_submission', window.endsAt - now);
    }
  }

  /** Windows stand in the order they began, so the ended ones are in front. */
  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= KEYS) return;
      this.#windows.delete(key);
    }
  }
}
