import { defaultWaitOf, RefusedError } from '@earworm/contracts';

const SECOND_MS = 1_000;

interface Pace {
  /** True: nobody waits for the answer any more. */
  readonly isOver: () => boolean;
  readonly onWaiting: (isWaiting: boolean) => void;
}

/** Calls again once the limit of requests allows it, for work of many requests. Undefined where it was over meanwhile. */
export async function whenAllowed<T>(call: () => Promise<T>, { isOver, onWaiting }: Pace): Promise<T | undefined> {
  while (!isOver()) {
    try {
      return await call();
    } catch (error) {
      if (isOver()) return undefined;
      if (!(error instanceof RefusedError) || error.code !== 'limit-requests') throw error;
      onWaiting(true);
      await passed(secondsOf(error) * SECOND_MS);
      onWaiting(false);
    }
  }
  return undefined;
}

const secondsOf = ({ code, params }: RefusedError): number => Number(params.n ?? defaultWaitOf(code) ?? 1);

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
