import { useCallback, useEffect, useState } from 'react';
import type { Refusal } from '@earworm/contracts';
import type { QuestionId } from '@earworm/rules';
import { specificCode } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { SentBuzz } from './buzzer-state.js';

export interface Buzzing {
  readonly sent: SentBuzz | null;
  readonly refusal: Refusal | null;
  buzz(questionId: QuestionId): void;
}

/** Long enough to be read. */
const REFUSAL_SHOWN_MS = 4_000;

/** Optimistic: withdrawn when the server refuses it. */
export function useBuzz(send: LiveGame['send']): Buzzing {
  const [sent, setSent] = useState<SentBuzz | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  useEffect(() => {
    if (refusal === null) return;
    const timer = setTimeout(() => setRefusal(null), REFUSAL_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [refusal]);

  const buzz = useCallback(
    (questionId: QuestionId) => {
      setSent({ questionId, version: null });
      setRefusal(null);
      void send({ type: 'buzz', questionId }).then((answer) => {
        if (answer.ok) {
          setSent((now) => (now?.questionId === questionId ? { questionId, version: answer.version } : now));
        } else {
          setSent((now) => (now?.questionId === questionId ? null : now));
          setRefusal({ code: specificCode(answer.code, 'buzz-failed'), params: answer.params });
        }
      });
    },
    [send],
  );
  return { sent, refusal, buzz };
}
