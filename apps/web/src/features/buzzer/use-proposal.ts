import { useCallback, useState } from 'react';
import type { QuestionId } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { specificCode } from '../../platform/notifications/notify.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import { useRefusalText } from './use-buzz.js';

interface Tapped {
  readonly questionId: QuestionId | null;
  /** The game version that contains the proposal; null until the server has answered. */
  readonly version: number | null;
}

export interface Proposal {
  /** The last tap until the game contains it, then the game's proposal. */
  readonly proposedId: QuestionId | null;
  readonly refusal: string | null;
  propose(questionId: QuestionId | null): void;
}

/** Optimistic: withdrawn when the server refuses it. */
export function useProposal({ send, state }: Pick<LiveGame, 'send' | 'state'>): Proposal {
  const [tapped, setTapped] = useState<Tapped | null>(null);
  const [refusal, setRefusal] = useRefusalText(state.connection);

  const propose = useCallback(
    (questionId: QuestionId | null) => {
      const mine: Tapped = { questionId, version: null };
      setTapped(mine);
      setRefusal(null);
      void send(questionId === null ? { type: 'withdrawProposal' } : { type: 'proposeQuestion', questionId }).then(
        (answer) => {
          setTapped((now) => (now !== mine ? now : answer.ok ? { questionId, version: answer.version } : null));
          if (!answer.ok) setRefusal(messageOf(specificCode(answer.code, 'select-failed'), answer.params));
        },
      );
    },
    [send, setRefusal],
  );
  const isAhead = tapped !== null && (tapped.version === null || tapped.version > state.version);
  return { proposedId: isAhead ? tapped.questionId : (state.view?.proposedQuestionId ?? null), refusal, propose };
}
