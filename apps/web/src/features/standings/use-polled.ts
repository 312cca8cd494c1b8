import { RefusedError } from '@earworm/contracts';
import { useEffect, useEffectEvent, useState } from 'react';

const AFTER_FAILURE_MS = 2_000;

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
  /** Also while the page is hidden: a projector may be a screen that its browser takes for covered. */
  readonly whileHidden: boolean;
}

const waitAfter = ({ code, params }: RefusedError): number =>
  Math.max(AFTER_FAILURE_MS, code === 'limit-requests' ? Number(params.n ?? 0) * 1_000 : 0);

/** Reads again and again, and at once when the network or the page is back. */
export function usePolled<T>(read: () => Promise<T>, { everyMs, whileHidden }: Pace<T>): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({ data: null, at: 0, error: null });
  const attempt = useEffectEvent(read);
  const waitWith = useEffectEvent(everyMs);
  useEffect(() => {
    let isOver = false;
    let attempts = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      clearTimeout(timer);
      const mine = ++attempts;
      const wait = await attempt().then(
        (data) => {
          if (!isOver && mine === attempts) setPolled({ data, at: Date.now(), error: null });
          return waitWith(data);
        },
        (error: unknown) => {
          const refused = error instanceof RefusedError ? error : new RefusedError('unavailable');
          if (!isOver && mine === attempts) setPolled((before) => ({ ...before, error: refused }));
          return waitAfter(refused);
        },
      );
      const isWanted = whileHidden || document.visibilityState === 'visible';
      if (!isOver && mine === attempts && isWanted && wait !== null) timer = setTimeout(() => void run(), wait);
    };
    // Instead of waiting for an attempt that the network has swallowed.
    const again = () => void run();
    const shown = () => document.visibilityState === 'visible' && again();
    again();
    addEventListener('online', again);
    document.addEventListener('visibilitychange', shown);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [whileHidden]);
  return polled;
}
