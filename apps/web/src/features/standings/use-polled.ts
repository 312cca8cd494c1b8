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

/**
 * Reads again and again, also behind another window, because a projector is often a second screen. `everyMs` may depend
 * on what came; null: no more.
 */
export function usePolled<T>(read: () => Promise<T>, everyMs: (data: T) => number | null): Polled<T> {
  const [polled, setPolled] = useState<Polled<T>>({ data: null, at: 0, error: null });
  const attempt = useEffectEvent(read);
  const waitAfter = useEffectEvent(everyMs);
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
          return waitAfter(data);
        },
        (error: unknown) => {
          const refused = error instanceof RefusedError ? error : new RefusedError('unavailable');
          if (!isOver && mine === attempts) setPolled((before) => ({ ...before, error: refused }));
          return AFTER_FAILURE_MS;
        },
      );
      if (!isOver && mine === attempts && wait !== null) timer = setTimeout(() => void run(), wait);
    };
    // Instead of waiting for an attempt that the network has swallowed.
    const again = () => void run();
    again();
    addEventListener('online', again);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, []);
  return polled;
}
