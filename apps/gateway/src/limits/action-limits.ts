import {
  checkLimit,
  type CountedAction,
  type Delay,
  type ErrorCode,
  limitRefusal,
  RefusedError,
  type ReplyOf,
  type RequestOf,
  type Limit,
  type ShowId,
} from '@earworm/contracts';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import type { Caller } from './callers.js';

/** Fails open: a slow or unreachable service allows everything. */
export interface Limiter {
  readonly bus: Pick<Bus, 'call'>;
  readonly withinMs: number;
}

const ALLOWED = { allowed: true, remaining: 1, resetTime: 0 };

export const checkActionLimit = ({ bus, withinMs }: Limiter, input: RequestOf<typeof checkLimit>) =>
  bus.call(checkLimit, input, { timeoutMs: withinMs }).catch((error: unknown): ReplyOf<typeof checkLimit> => {
    if (error instanceof RefusedError || error instanceof BusError) return ALLOWED;
    throw error;
  });

export interface Spender {
  readonly userId: string;
  readonly gameId: string;
  readonly caller: Caller;
  readonly points?: number;
  /** The event of the game, where its limits are raised for the caller's address. */
  readonly showId?: ShowId | undefined;
}

/** Throws the refusal of the action, or `refusedAs`, with the seconds to wait. */
export async function spend(
  limiter: Limiter,
  action: CountedAction,
  { userId, gameId, caller, points, showId }: Spender,
  refusedAs?: ErrorCode,
): Promise<Delay | null> {
  const { allowed, resetTime, delay } = await checkActionLimit(limiter, {
    userId,
    gameId,
    action,
    points,
    ...(showId && { showId }),
    ...caller,
    spend: true,
  });
  if (!allowed) throw limitRefusal(action, resetTime, refusedAs);
  return delay ?? null;
}

export async function checkLeft(limiter: Limiter, action: CountedAction, spender: Spender): Promise<void> {
  const { userId, gameId, caller } = spender;
  const { allowed, resetTime } = await checkActionLimit(limiter, { userId, gameId, action, ...caller, spend: false });
  if (!allowed) throw limitRefusal(action, resetTime);
}

/** When full, the oldest windows are dropped. */
const MAX_KEYS = 100_000;

/** `answer_submission` in memory with fixed windows: a buzz never waits for the network. */
export class BuzzLimit {
  readonly #windows = new Map<string, { endsAt: number; left: number }>();

  constructor(
    private readonly limit: Limit,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Throws `limit-answer` with the seconds to wait. */
  spend(key: string): void {
    const now = this.now();
    const window = this.#windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      this.#windows.delete(key);
      this.#windows.set(key, { endsAt: now + this.limit.seconds * 1_000, left: this.limit.points - 1 });
      this.#forget(now);
    } else if (window.left > 0) {
      window.left--;
    } else {
      throw limitRefusal('answer_submission', window.endsAt - now);
    }
  }

  #forget(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MAX_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
