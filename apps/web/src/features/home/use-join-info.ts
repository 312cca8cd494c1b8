import { useEffect, useState } from 'react';
import { type JoinInfo, RefusedError } from '@earworm/contracts';
import { publicHttp } from '../../platform/http/http.js';
import { sayError } from '../../platform/notifications/notify.js';
import { isWholeCode } from './game-code.js';

export interface Door {
  readonly info: JoinInfo | null;
  readonly problem: string | null;
  readonly looking: boolean;
}

const CLOSED: Door = { info: null, problem: null, looking: false };
const LOOKING: Door = { ...CLOSED, looking: true };
/** Long enough that a name is not asked for letter by letter. */
const TYPING_PAUSE_MS = 300;

/** Asks about the game as soon as its code is whole, and again when the name changes: it may be one that left. */
export function useJoinInfo(code: string, name: string, onFound?: () => void): Door {
  const [seen, setSeen] = useState<{ code: string; name: string; door: Door } | null>(null);
  const whole = isWholeCode(code);

  useEffect(() => {
    if (!whole) return;
    let stale = false;
    const timer = setTimeout(() => {
      void publicHttp
        .call('joinInfoByCode', { params: { gameCode: code }, query: name ? { name } : {} })
        .then((info): Door => {
          onFound?.();
          return { info, problem: null, looking: false };
        })
        .catch((error: unknown): Door => {
          // Only a game that is not there is worth a word while somebody types; the button says the rest.
          const gone = error instanceof RefusedError && error.code === 'game-not-found';
          return gone ? { ...CLOSED, problem: sayError(error) } : CLOSED;
        })
        .then((door) => {
          if (!stale) setSeen({ code, name, door });
        });
    }, TYPING_PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [whole, code, name, onFound]);

  if (!whole) return CLOSED;
  if (seen?.code !== code) return LOOKING;
  // While a new name is looked up the game stays on screen, but what was said of the old name does not.
  return seen.name === name || !seen.door.info
    ? seen.door
    : { ...seen.door, info: { ...seen.door.info, rejoin: false } };
}
