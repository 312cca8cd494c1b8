import { useEffect, useRef, useState } from 'react';
import { defaultWaitOf, type ErrorCode, RefusedError, withDefaultWait } from '@earworm/contracts';
import { useSession } from './session.js';

/** `PROLONGING` errors only prolong a wait that has begun. */
const PASSING: readonly ErrorCode[] = ['guest-wait', 'busy'];
const PROLONGING: readonly ErrorCode[] = ['limit-sign-in', 'unavailable', 'retry'];
const LONGEST_PAUSE_MS = 60_000;

/** ms: what the server asked for, doubled each time, plus up to 50 % jitter. */
function pauseBefore(attempt: number, seconds: number, random: () => number = Math.random): number {
  const doubled = Math.min(LONGEST_PAUSE_MS, seconds * 1_000 * 2 ** Math.min(attempt, 10));
  return Math.max(doubled, seconds * 1_000) * (1 + random() / 2);
}

const momentIn = (ms: number): number => Date.now() + ms;

/** Null: retrying does not help. */
function waitIn(error: unknown, attempt: number): number | null {
  if (!(error instanceof RefusedError)) return null;
  if (!PASSING.includes(error.code) && !(attempt > 0 && PROLONGING.includes(error.code))) return null;
  const waitSeconds = Number(withDefaultWait(error.code, error.params)['n']);
  return waitSeconds > 0 ? waitSeconds : defaultWaitOf('guest-wait')!;
}

interface State {
  readonly asking: boolean;
  readonly nextAt: number | null;
}
const IDLE: State = { asking: false, nextAt: null };

export interface GuestSignIn extends State {
  start(): void;
}

interface Outcome {
  /** Of an attempt made elsewhere, which counts as the first one. */
  readonly failure?: unknown;
  onSignedIn?(): void;
  /** Permanently, not for lack of capacity. */
  onFailed(error: unknown): void;
}

/** Retries while the server has no capacity, until the component unmounts. */
export function useGuestSignIn({ failure, onSignedIn, onFailed }: Outcome): GuestSignIn {
  const signInAsGuest = useSession((session) => session.signInAsGuest);
  const [state, setState] = useState(IDLE);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const attempt = useRef(0);
  const isAsking = useRef(false);
  const isMounted = useRef(true);

  function pauseOrFail(error: unknown): void {
    const seconds = waitIn(error, attempt.current);
    if (seconds === null) {
      attempt.current = 0;
      setState(IDLE);
      onFailed(error);
    } else {
      const pause = pauseBefore(attempt.current++, seconds);
      setState({ asking: false, nextAt: momentIn(pause) });
      timer.current = setTimeout(() => void ask(), pause);
    }
  }

  async function ask(): Promise<void> {
    clearTimeout(timer.current);
    isAsking.current = true;
    setState(({ nextAt }) => ({ asking: true, nextAt }));
    try {
      await signInAsGuest();
      attempt.current = 0;
      if (!isMounted.current) return;
      setState(IDLE);
      onSignedIn?.();
    } catch (error) {
      if (isMounted.current) pauseOrFail(error);
    } finally {
      isAsking.current = false;
    }
  }

  useEffect(() => {
    isMounted.current = true;
    if (failure !== undefined) pauseOrFail(failure);
    return () => {
      isMounted.current = false;
      clearTimeout(timer.current);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the failure that this was drawn with
  }, []);

  return { ...state, start: () => void (isAsking.current || ask()) };
}
