import { useEffect, useState } from 'react';
import { type JoinInfo, RefusedError } from '@earworm/contracts';
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

/** Repeats the request when the name changes: it may have a seat in the game. */
export function useJoinInfo(code: string, name: string, onFound?: () => void): JoinLookup {
  const [seen, setSeen] = useState<{ code: string; name: string; lookup: JoinLookup } | null>(null);
  const whole = isWholeCode(code);

  useEffect(() => {
    if (!whole) return;
    let stale = false;
    const timer = setTimeout(() => {
      void publicHttp
        .call('joinInfoByCode', { params: { gameCode: code }, query: name ? { name } : {} })
        .then((info): JoinLookup => {
          onFound?.();
          return { info, problem: null, looking: false };
        })
        .catch((error: unknown): JoinLookup => {
          // Other failures are reported on submit.
          const gone = error instanceof RefusedError && error.code === 'game-not-found';
          return gone ? { ...NONE, problem: errorText(error) } : NONE;
        })
        .then((lookup) => {
          if (!stale) setSeen({ code, name, lookup });
        });
    }, TYPING_PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [whole, code, name, onFound]);

  if (!whole) return NONE;
  if (seen?.code !== code) return LOOKING;
  // The game stays visible while a new name is checked, without the result for the old name.
  return seen.name === name || !seen.lookup.info
    ? seen.lookup
    : { ...seen.lookup, info: { ...seen.lookup.info, rejoin: false } };
}
