import { type Call, type ErrorCode, onShard, RefusedError, type ReplyOf, shardOf } from '@earworm/contracts';
import { BusError, type Bus, type RequestIn } from '@earworm/service-kit/bus';

/** Backoff after `no-responders`. */
const PAUSE_MS = { first: 25, most: 400 };

export interface OwnerCallDependencies {
  readonly bus: Bus;
  readonly attemptMs: number;
  /** Notifies of the shard's next owner; returns an unsubscribe function. */
  readonly onNewOwner: (shard: number, listener: () => void) => () => void;
}

/** Retries until `withinMs`, at once when a new owner appears. Throws the owner's refusal, or `late`. */
export function callOwner<C extends Call>(
  deps: OwnerCallDependencies,
  call: C,
  gameId: string,
  /** @param leftMs until the deadline @param waitedMs since the first attempt */
  input: (leftMs: number, waitedMs: number) => RequestIn<C>,
  withinMs: number,
  late: ErrorCode = 'unavailable',
): Promise<ReplyOf<C>> {
  const shard = shardOf(gameId);
  const toShard = onShard(call, shard);
  const startedAt = performance.now();

  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = PAUSE_MS.first;
    let attempts = 0;
    let isSettled = false;
    const stopListening = deps.onNewOwner(shard, () => attempt());
    const end = (settle: () => void) => {
      isSettled = true;
      clearTimeout(timer);
      stopListening();
      settle();
    };

    const attempt = (): void => {
      clearTimeout(timer);
      const waited = performance.now() - startedAt;
      const left = withinMs - waited;
      if (left < 1) return end(() => reject(new RefusedError(late)));
      attempts++;
      deps.bus.call(toShard, input(left, waited), { timeoutMs: Math.min(deps.attemptMs, left) }).then(
        (reply) => end(() => resolve(reply)),
        (error: unknown) => {
          attempts--;
          // A parallel attempt was answered: another one would only repeat the call.
          if (isSettled) return;
          if (!(error instanceof BusError)) return end(() => reject(error));
          // A parallel attempt decides.
          if (attempts > 0) return;
          if (error.reason === 'time-out') return attempt();
          timer = setTimeout(attempt, pauseMs);
          pauseMs = Math.min(pauseMs * 2, PAUSE_MS.most);
        },
      );
    };
    attempt();
  });
}
