import { useEffect, useRef, useState } from 'react';
import { defaultWaitOf, type ErrorCode, RefusedError, withDefaultWait } from '@earworm/contracts';
import { useSession } from './session.js';

/** Refusals that pass by themselves, and those that do no more than prolong a wait: of somebody who asks often, over a bad line. */
const PASSING: readonly ErrorCode[] = ['guest-wait', 'busy'];
const PROLONGING: readonly ErrorCode[] = ['limit-sign-in', 'unavailable', 'retry'];
const LONGEST_PAUSE_MS = 60_000;

/** Before the next attempt, ms: what the server asked for, doubled each time, and up to half as much again, so that a crowd spreads out. */
function pauseBefore(attempt: number, seconds: number, random: () => number = Math.random): number {
  const doubled = Math.min(LONGEST_PAUSE_MS, seconds * 1_000 * 2 ** Math.min(attempt, 10));
  return Math.max(doubled, seconds * 1_000) * (1 + random() / 2);
}

const momentIn = (ms: number): number => Date.now() + ms;

/** Seconds after which it is worth asking again; null: it is not. */
function waitIn(error: unknown, attempt: number): number | null {
  if (!(error instanceof RefusedError)) return null;
  if (!PASSING.includes(error.code) && !(attempt > 0 && PROLONGING.includes(error.code))) return null;
  const asked = Number(withDefaultWait(error.code, error.params)['n']);
  return asked > 0 ? asked : defaultWaitOf('guest-wait')!;
}

interface State {
  readonly asking: boolean;
  /** When it is asked again, ms since the epoch: the server has no room yet. */
  readonly nextAt: number | null;
}
const IDLE: State = { asking: false, nextAt: null };

export interface GuestSignIn extends State {
  /** Now, also during a pause. */
  start(): void;
}

interface Outcome {
  /** Why an attempt made elsewhere failed: it counts as the first one. */
  readonly failure?: unknown;
  onSignedIn?(): void;
  /** For good, not for want of room. */
  onFailed(error: unknown): void;
}

/** Signs in as a guest. While the server has no room it asks again by itself, until the caller is off the screen. */
export function useGuestSignIn({ failure, onSignedIn, onFailed }: Outcome): GuestSignIn {
  const signInAsGuest = useSession((session) => session.signInAsGuest);
  const [state, setState] = useState(IDLE);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const attempt = useRef(0);
  const isAsking = useRef(false);
  const isShown = useRef(true);

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
      if (!isShown.current) return;
      setState(IDLE);
      onSignedIn?.();
    } catch (error) {
      if (isShown.current) pauseOrFail(error);
    } finally {
      isAsking.current = false;
    }
  }

  useEffect(() => {
    isShown.current = true;
    if (failure !== undefined) pauseOrFail(failure);
    return () => {
      isShown.current = false;
      clearTimeout(timer.current);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the failure that this was drawn with
  }, []);

  return { ...state, start: () => void (isAsking.current || ask()) };
}
