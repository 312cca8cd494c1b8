import { useEffect, useState } from 'react';
import type { ErrorCode } from '@earworm/contracts';
import type { Command, GameView, LastVerdictView, ScoreChangeView } from '@earworm/rules';
import { messageOf } from '../../platform/i18n/t.js';
import { notifyRefusal, specificCode } from '../../platform/notifications/notify.js';
import { findQuestion } from '../../shared/live/round.js';
import type { LiveGame } from '../../shared/live/use-game.js';
import type { Rights } from '../../shared/live/use-rights.js';

/** A second verdict or click this soon was meant for the previous answer or tile. */
const REST_MS = 500;

const RESTED_AFTER: ReadonlySet<Command['type']> = new Set(['selectQuestion', 'judgeAnswer', 'markUnanswered']);

/** For refusals that do not explain themselves. */
const FAILED: Partial<Record<Command['type'], ErrorCode>> = {
  selectQuestion: 'select-failed',
  leaveAsModerator: 'leave-failed',
};

export interface Desk {
  readonly resting: boolean;
  give(command: Command): Promise<boolean>;
  judge(correct: boolean): void;
  /** Closes the question, also while players wait. */
  markUnanswered(): void;
  undo(): void;
  playProposed(): void;
  toggleMusic(): void;
  /** Pauses or resumes the game. */
  togglePause(): void;
  toggleTimeTrial(): void;
  toggleTimer(): void;
  toggleJoining(): void;
}

export function useDesk(send: LiveGame['send'], view: GameView): Desk {
  const [resting, setResting] = useState(false);
  const [unanswered, setUnanswered] = useState(0);
  const questionId = view.current?.questionId;
  const playerId = view.current?.queue[0]?.playerId;
  useEffect(() => {
    if (!resting || unanswered > 0) return;
    // From the answer, and from the change that it brings: on a slow connection both are later than the click.
    const timer = setTimeout(() => setResting(false), REST_MS);
    return () => clearTimeout(timer);
  }, [resting, unanswered, questionId, playerId]);

  const sendAndRest = async (command: Command) => {
    setResting(true);
    setUnanswered((count) => count + 1);
    try {
      return await send(command);
    } finally {
      setUnanswered((count) => count - 1);
    }
  };
  const give = async (command: Command) => {
    const answer = await (RESTED_AFTER.has(command.type) ? sendAndRest(command) : send(command));
    if (!answer.ok) {
      void notifyRefusal(specificCode(answer.code, FAILED[command.type] ?? answer.code), answer.params);
    }
    return answer.ok;
  };
  const verdict = (command: Command) => {
    if (!resting) void give(command);
  };

  return {
    resting,
    give,
    judge(correct) {
      const { current } = view;
      const first = current?.queue[0];
      if (current && first) {
        const { playerId, version } = first;
        // A late second verdict must not hit a buzz that was restored meanwhile.
        const buzz = version as (Command & { type: 'judgeAnswer' })['buzz'];
        verdict({ type: 'judgeAnswer', questionId: current.questionId, playerId, buzz, correct });
      }
    },
    markUnanswered() {
      if (view.current) verdict({ type: 'markUnanswered', questionId: view.current.questionId });
    },
    undo() {
      const last = lastAct(view);
      if (last === null || resting) return;
      if (last.kind === 'verdict') {
        const verdict = last.version as (Command & { type: 'undoVerdict' })['verdict'];
        void give({ type: 'undoVerdict', verdict });
      } else {
        const change = last.version as (Command & { type: 'undoScoreChange' })['change'];
        void give({ type: 'undoScoreChange', change });
      }
    },
    playProposed() {
      const proposed = view.proposedQuestionId && findQuestion(view, view.proposedQuestionId);
      if (!proposed || resting) return;
      void give({ type: 'selectQuestion', categoryId: proposed.category.id, questionId: proposed.question.id });
    },
    toggleMusic() {
      const { current, chorus } = view;
      if (current) void give({ type: 'pauseMusic', questionId: current.questionId, paused: !current.musicPaused });
      else if (chorus)
        void give({ type: 'pauseMusic', questionId: chorus.questionId, paused: chorus.heardSince !== null });
    },
    togglePause() {
      if (view.status === 'playing') void give({ type: view.paused === undefined ? 'pauseGame' : 'resumeGame' });
    },
    toggleTimer() {
      const { current, timeTrialMode } = view;
      if (!current || !timeTrialMode || current.queueLength > 0) return;
      void give({ type: 'runTimer', questionId: current.questionId, running: current.timeTrialPaused });
    },
    toggleJoining: () => void give({ type: 'lockJoining', locked: !view.joiningLocked }),
    toggleTimeTrial: () => void give({ type: 'switchTimeTrial', on: !view.timeTrialMode }),
  };
}

/** Why this user may not move the game on: to another question, or with music and timer. */
export const whyNotMoveOn = (view: GameView, rights: Rights): string | null =>
  rights.whyNot('judge') ?? (view.paused === undefined ? null : messageOf('paused'));

type LastAct = ({ readonly kind: 'verdict' } & LastVerdictView) | ({ readonly kind: 'scoreChange' } & ScoreChangeView);

/** What *Undo* undoes: the newer of the last verdict and the last score change. */
export function lastAct({ lastVerdict, scoreChanges }: Pick<GameView, 'lastVerdict' | 'scoreChanges'>): LastAct | null {
  const change = scoreChanges?.at(-1);
  if (change !== undefined && change.version > (lastVerdict?.version ?? 0)) return { kind: 'scoreChange', ...change };
  return lastVerdict && { kind: 'verdict', ...lastVerdict };
}
