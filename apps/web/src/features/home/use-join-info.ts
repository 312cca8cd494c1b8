import { useEffect, useRef, useState } from 'react';
import type { Arrival, WantedGame } from '@earworm/client';
import { type JoinInfo, RefusedError } from '@earworm/contracts';
import { busyDuring } from '../../platform/busy-control.js';
import { publicHttp } from '../../platform/http/http.js';
import { errorText } from '../../platform/notifications/notify.js';
import { isWholeCode } from './game-code.js';

export interface JoinLookup {
  readonly info: JoinInfo | null;
  readonly problem: string | null;
  readonly looking: boolean;
}

const NONE: JoinLookup = { info: null, problem: null, looking: false };
const LOOKING: JoinLookup = { ...NONE, looking: true };
const TYPING_PAUSE_MS = 300;

/** While joining is locked. A look-up of a code that exists costs no points. */
const LOCKED_FIRST_MS = 5_000;
const LOCKED_MAX_MS = 30_000;

/** Over the socket that the tap will use; over HTTP where there is none. */
async function lookUp(arrival: Arrival, wanted: WantedGame): Promise<JoinInfo> {
  try {
    if (arrival.state.isUsable) return await busyDuring(arrival.look(wanted));
  } catch (error) {
    if (arrival.state.isUsable) throw error;
  }
  return lookUpByHttp(wanted);
}

export const lookUpByHttp = ({ code, signature, name }: WantedGame): Promise<JoinInfo> =>
  publicHttp.call('joinInfoByCode', { params: { gameCode: code }, query: { ...(name && { name }), signature } });

/**
 * Looks a whole code up at once. Repeats it when the name changes, which may have a seat in the game, and while joining is
 * locked and the page is visible.
 */
export function useJoinInfo(
  arrival: Arrival,
  { code, signature }: Pick<WantedGame, 'code' | 'signature'>,
  name: string,
  onFound?: () => void,
): JoinLookup {
  const [seen, setSeen] = useState<{ code: string; name: string; lookup: JoinLookup } | null>(null);
  const whole = isWholeCode(code);
  const lookedUp = useRef<string | null>(null);

  useEffect(() => {
    if (!whole) return;
    let isStale = false;
    let waitMs = LOCKED_FIRST_MS;
    let again: (() => void) | null = null;
    const look = async (known: JoinLookup) => {
      again = null;
      lookedUp.current = code;
      const lookup = await lookUp(arrival, { code, signature, ...(name && { name }) })
        .then((info): JoinLookup => {
          onFound?.();
          return { info, problem: null, looking: false };
        })
        .catch((error: unknown): JoinLookup => {
          // Other failures are reported on submit.
          const gone = error instanceof RefusedError && error.code === 'game-not-found';
          return gone ? { ...NONE, problem: errorText(error) } : known;
        });
      if (isStale) return;
      setSeen({ code, name, lookup });
      if (lookup.info?.joiningLocked !== true || lookup.info.status === 'completed') return;
      again = () => void look(lookup);
      timer = setTimeout(lookAgain, waitMs);
      waitMs = Math.min(2 * waitMs, LOCKED_MAX_MS);
    };
    const lookAgain = () => {
      if (document.hidden || again === null) return;
      clearTimeout(timer);
      again();
    };
    let timer = setTimeout(() => void look(NONE), lookedUp.current === code ? TYPING_PAUSE_MS : 0);
    document.addEventListener('visibilitychange', lookAgain);
    return () => {
      isStale = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', lookAgain);
    };
  }, [arrival, whole, code, signature, name, onFound]);

  if (!whole) return NONE;
  if (seen?.code !== code) return LOOKING;
  // The game stays visible while a new name is checked, without the result for the old name.
  return seen.name === name || !seen.lookup.info
    ? seen.lookup
    : { ...seen.lookup, info: { ...seen.lookup.info, rejoin: false } };
}
