import { type Call, onShard, RefusedError, type ReplyOf, shardOf } from '@earworm/contracts';
import { retry } from '../resilience/retry.js';
import { BusError, type Bus, type RequestIn } from './port.js';

/** For a shard that is changing its owner. */
const ATTEMPTS = 4;
const ATTEMPT_MS = 1_000;

/**
 * Calls the owner of a game's shard, several times while it does not answer, so that the call must be idempotent. Takes
 * 4 s at most. Throws the owner's refusal, or `unavailable`.
 */
export function callShard<C extends Call>(bus: Bus, call: C, gameId: string, input: RequestIn<C>): Promise<ReplyOf<C>> {
  const toShard = onShard(call, shardOf(gameId));
  return retry(() => bus.call(toShard, input, { timeoutMs: ATTEMPT_MS }), {
    pauseMs: (_attempt, error) => ((error as BusError).reason === 'time-out' ? 0 : ATTEMPT_MS / 4),
    shouldRetry: (error, attempts) => error instanceof BusError && attempts + 1 < ATTEMPTS,
  }).catch((error: unknown) => {
    throw error instanceof BusError ? new RefusedError('unavailable') : error;
  });
}
