import {
  checkLimit,
  type CountedAction,
  type Delay,
  LIMIT_REFUSALS,
  RefusedError,
  type ReplyOf,
} from '@earworm/contracts';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import type { z } from 'zod';
import type { Caller } from '../limits/callers.js';

/** A limiter that is away, or this slow, lets everything pass. */
const ANSWERED_WITHIN_MS = 300;

const refusal = (action: CountedAction, waitMs: number) => {
  const { code, defaultWait } = LIMIT_REFUSALS[action];
  return new RefusedError(code, { n: waitMs > 0 ? Math.ceil(waitMs / 1000) : defaultWait });
};

const ALLOWED = { allowed: true, remaining: 1, resetTime: 0 };

/** What the rate-limit service says; that the action is allowed when it fails in any way or takes longer than this. */
export const askLimit = (bus: Bus, input: z.input<typeof checkLimit.request>, timeoutMs = ANSWERED_WITHIN_MS) =>
  bus.call(checkLimit, input, { timeoutMs }).catch((error: unknown): ReplyOf<typeof checkLimit> => {
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

/** Spends one point, or as many as are given, at the rate-limit service. Throws the action's refusal with the seconds to wait. */
export async function spend(
  bus: Bus,
  action: CountedAction,
  { userId, gameId, caller, points }: Spender,
): Promise<Delay | null> {
  const { allowed, resetTime, delay } = await askLimit(bus, { userId, gameId, action, points, ...caller });
  if (!allowed) throw refusal(action, resetTime);
  return delay ?? null;
}

/** Only looks, and throws the action's refusal when nothing is left. */
export async function checkLeft(bus: Bus, action: CountedAction, { userId, gameId, caller }: Spender): Promise<void> {
  const { allowed, resetTime } = await askLimit(bus, { userId, gameId, action, ...caller, spend: false });
  if (!allowed) throw refusal(action, resetTime);
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
      throw refusal('answer_submission', window.endsAt - now);
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
