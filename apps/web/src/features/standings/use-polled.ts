import { RefusedError } from '@earworm/contracts';
import { useEffect, useEffectEvent, useState } from 'react';

export interface Polled<T> {
  readonly data: T | null;
  /** When it came, by this device's clock. */
  readonly at: number;
  /** Of the latest attempt. */
  readonly error: RefusedError | null;
}

interface Pace<T> {
  /** Null: no more. */
  readonly everyMs: (data: T) => number | null;
  /** The wait after the first failure, and the longest: each further failure doubles it. */
  readonly retryMs: readonly [first: number, longest: number];
  /** Failures that last: no further attempt is made. */
  readonly isFinal: (error: RefusedError) => boolean;
  /** Also while the page is hidden: a projector may be a screen that its browser takes for covered. */
  readonly whileHidden: boolean;
}

/** Spread, so that not all phones come at once after an outage. */
function waitAfter({ code, params }: RefusedError, failures: number, [first, longest]: Pace<never>['retryMs']): number {
  const wait = Math.min(longest, first * 2 ** (failures - 1));
  return Math.max(wait, code === 'limit-requests' ? Number(params.n ?? 0) * 1_000 : 0) * (1 + Math.random() / 4);
}

/** Reads again and again, and at once when the network or the page is back. */
export function usePolled<T>(read: () => Promise<T>, { everyMs, retryMs, isFinal, whileHidden }: Pace<T>): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({ data: null, at: 0, error: null });
  const attempt = useEffectEvent(read);
  const waitWith = useEffectEvent(everyMs);
  const waitWithout = useEffectEvent((error: RefusedError, failures: number) =>
    isFinal(error) ? null : waitAfter(error, failures, retryMs),
  );
  useEffect(() => {
    let isOver = false;
    let attempts = 0;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      clearTimeout(timer);
      const mine = ++attempts;
      const isLatest = () => !isOver && mine === attempts;
      const wait = await attempt().then(
        (data) => {
          if (!isLatest()) return null;
          failures = 0;
          setPolled({ data, at: Date.now(), error: null });
          return waitWith(data);
        },
        (error: unknown) => {
          if (!isLatest()) return null;
          const refused = error instanceof RefusedError ? error : new RefusedError('unavailable');
          failures++;
          setPolled((before) => ({ ...before, error: refused }));
          return waitWithout(refused, failures);
        },
      );
      if (!isLatest()) return;
      if (wait === null) return stop();
      const isWanted = whileHidden || document.visibilityState === 'visible';
      if (isWanted) timer = setTimeout(() => void run(), wait);
    };
    // Instead of waiting for an attempt that the network has swallowed.
    const again = () => void run();
    const shown = () => document.visibilityState === 'visible' && again();
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', shown);
    };
    addEventListener('online', again);
    document.addEventListener('visibilitychange', shown);
    again();
    return stop;
  }, [whileHidden]);
  return polled;
}
