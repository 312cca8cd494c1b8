import { useCallback, useState } from 'react';
import type { ClientState } from '@earworm/client';
import type { QuestionId } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { specificCode } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { useTransient } from '../../shared/ui/timed-state.js';
import type { SentBuzz } from './buzzer-state.js';
import { t } from './texts.js';

export interface Buzzing {
  readonly sent: SentBuzz | null;
  /** Why the last buzz was refused or not sent. */
  readonly refusal: string | null;
  /**
   * @param by what triggered it
   * @param heardSince when the song began on this phone, by the page's monotonic clock; null: it has not
   */
  buzz(questionId: QuestionId, by: Event, heardSince?: number | null): void;
}

/** An older stamp is of another clock, as in some browsers. */
const TOUCH_MAX_MS = 2_000;

/** When it was made, by the page's monotonic clock: before the page was free to handle it. */
function touchedAt({ timeStamp }: Event): number {
  const now = performance.now();
  return timeStamp <= now && now - timeStamp < TOUCH_MAX_MS ? timeStamp : now;
}

/** Long enough to be read. */
const REFUSAL_SHOWN_MS = 4_000;

/** Stays while the phone is offline, where it may be in a pocket. */
export const useRefusalText = (connection: ClientState['connection']) =>
  useTransient<string>(REFUSAL_SHOWN_MS, connection !== 'online');

/** Optimistic: withdrawn when the server refuses it. */
export function useBuzz({ send, state }: Pick<LiveGame, 'send' | 'state'>): Buzzing {
  const [sent, setSent] = useState<SentBuzz | null>(null);
  const [refusal, setRefusal] = useRefusalText(state.connection);

  const buzz = useCallback(
    (questionId: QuestionId, by: Event, heardSince: number | null = null) => {
      setSent({ questionId, version: null });
      setRefusal(null);
      const touchedMs = touchedAt(by);
      const heard = heardSince !== null && { heardMs: Math.max(0, touchedMs - heardSince) };
      void send({ type: 'buzz', questionId, touchedMs, ...heard }).then((answer) => {
        if (answer.ok) {
          setSent((now) => (now?.questionId === questionId ? { questionId, version: answer.version } : now));
        } else {
          setSent((now) => (now?.questionId === questionId ? null : now));
          // The client gave it up.
          if (answer.code === 'retry') setRefusal(t('buzzNotSent'));
          else setRefusal(messageOf(specificCode(answer.code, 'buzz-failed'), answer.params));
        }
      });
    },
    [send, setRefusal],
  );
  return { sent, refusal, buzz };
}
