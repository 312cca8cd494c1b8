import { type Call, type ErrorCode, onShard, RefusedError, type ReplyOf, shardOf } from '@earworm/contracts';
import { BusError, type Bus, type RequestIn } from '@earworm/service-kit/bus';

/** Between attempts that nobody took; an owner may be starting. */
const PAUSE_MS = { first: 25, most: 400 };

export interface OwnerTerms {
  readonly bus: Bus;
  /** One attempt, ms. */
  readonly attemptMs: number;
  /** Calls the listener at the shard's next new owner; returns the way to stop listening. */
  readonly onNewOwner: (shard: number, listener: () => void) => () => void;
}

/**
 * Asks the owner of a game's shard until it answers: an attempt that times out or finds nobody is made again, at once
 * when a new owner shows itself. Throws the owner's refusal, or `late` when `withinMs` have passed.
 */
export function askOwner<C extends Call>(
  terms: OwnerTerms,
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
    let inFlight = 0;
    const stopListening = terms.onNewOwner(shard, () => attempt());
    const end = (settle: () => void) => {
      clearTimeout(timer);
      stopListening();
      settle();
    };

    const attempt = (): void => {
      clearTimeout(timer);
      const waited = performance.now() - startedAt;
      const left = withinMs - waited;
      if (left < 1) return end(() => reject(new RefusedError(late)));
      inFlight++;
      terms.bus.call(toShard, input(left, waited), { timeoutMs: Math.min(terms.attemptMs, left) }).then(
        (reply) => end(() => resolve(reply)),
        (error: unknown) => {
          inFlight--;
          if (!(error instanceof BusError)) return end(() => reject(error));
          // A time-out has waited enough; nobody there needs a moment. Another attempt under way decides by itself.
          if (inFlight > 0) return;
          if (error.reason === 'time-out') return attempt();
          timer = setTimeout(attempt, pauseMs);
          pauseMs = Math.min(pauseMs * 2, PAUSE_MS.most);
        },
      );
    };
    attempt();
  });
}
