import { useEffect, useRef, useState } from 'react';
import { createHttp } from '@earworm/client';
import { RefusedError } from '@earworm/contracts';

/** A wait is explained after this. */
const LATE_AFTER_MS = 8_000;
/** So that the reason is known by then. */
const CHECK_AFTER_MS = 4_000;
const CHECK_WITHIN_MS = 3_500;
const CHECK_EVERY_MS = 10_000;

const { call } = createHttp({ baseUrl: '', timeoutMs: CHECK_WITHIN_MS });

/** How far this device gets: without a network, not to the server, or to the server over HTTP, busy or not. */
type Reach = 'offline' | 'unreachable' | 'busy' | 'answers';

export interface Late {
  readonly reach: Reach;
  /** Because the user asked to try again. */
  readonly isChecking: boolean;
  check(): void;
}

async function reachNow(): Promise<Reach> {
  if (!navigator.onLine) return 'offline';
  try {
    await call('about');
    return 'answers';
  } catch (error) {
    const code = error instanceof RefusedError ? error.code : 'unavailable';
    if (code === 'busy') return 'busy';
    // Also a proxy's page or that of a hotel's Wi-Fi.
    return code === 'unavailable' ? 'unreachable' : 'answers';
  }
}

/**
 * Null until something has been awaited for eight seconds; then what can be reached, kept up to date.
 * @param since when the wait began, by Date.now(); default: when this is first called
 */
export function useLate(isWaiting: boolean, since?: number): Late | null {
  const [isLate, setLate] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const [reach, setReach] = useState<Reach>('unreachable');
  const check = useRef(() => undefined as void);

  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    let turn = 0;
    const look = async () => {
      const own = ++turn;
      clearTimeout(next);
      const found = await reachNow();
      if (isOver || own !== turn) return;
      setReach(found);
      setChecking(false);
      next = setTimeout(start, CHECK_EVERY_MS);
    };
    const start = () => void look();
    const waited = since === undefined ? 0 : Date.now() - since;
    const checkIn = Math.max(0, CHECK_AFTER_MS - waited);
    let next = setTimeout(start, checkIn);
    const late = setTimeout(() => setLate(true), Math.max(LATE_AFTER_MS - waited, checkIn + CHECK_WITHIN_MS));
    check.current = () => {
      setChecking(true);
      start();
    };
    addEventListener('online', start);
    addEventListener('offline', start);
    return () => {
      isOver = true;
      clearTimeout(next);
      clearTimeout(late);
      removeEventListener('online', start);
      removeEventListener('offline', start);
      setLate(false);
      setChecking(false);
    };
  }, [isWaiting, since]);

  return isWaiting && isLate ? { reach, isChecking, check: () => check.current() } : null;
}
