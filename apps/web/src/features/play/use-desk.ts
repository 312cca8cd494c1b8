import { useEffect, useState } from 'react';
import type { Command, GameView } from '@earworm/rules';
import { notifyRefusal, tellingCode } from '../../app/notify.js';
import type { LiveGame } from '../../live/use-game.js';

/** A second verdict this soon was meant for the answer before: it must not hit the next player in line. */
const VERDICT_REST_MS = 500;

export interface Desk {
  /** True for a moment after a verdict. */
  readonly resting: boolean;
  give(command: Command): Promise<boolean>;
  judge(correct: boolean): void;
  nobody(): void;
  toggleMusic(): void;
  toggleTimeTrial(): void;
}

/** What a moderator does in a round. A refusal is shown in its own words. */
export function useDesk(send: LiveGame['send'], view: GameView): Desk {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    if (!resting) return;
    const timer = setTimeout(() => setResting(false), VERDICT_REST_MS);
    return () => clearTimeout(timer);
  }, [resting]);

  const give = async (command: Command) => {
    const answer = await send(command);
    if (!answer.ok) {
      const failed = command.type === 'selectQuestion' ? 'select-failed' : answer.code;
      void notifyRefusal(tellingCode(answer.code, failed), answer.params);
    }
    return answer.ok;
  };
  const verdict = (command: Command) => {
    if (resting) return;
    setResting(true);
    void give(command);
  };

  return {
    resting,
    give,
    judge(correct) {
      const { current } = view;
      const first = current?.queue[0];
      if (current && first) {
        verdict({ type: 'judgeAnswer', questionId: current.questionId, playerId: first.playerId, correct });
      }
    },
    nobody() {
      if (view.current) verdict({ type: 'markUnanswered', questionId: view.current.questionId });
    },
    toggleMusic() {
      if (!view.current) return;
      const { questionId, musicPaused } = view.current;
      void give({ type: 'pauseMusic', questionId, paused: !musicPaused });
    },
    toggleTimeTrial: () => void give({ type: 'switchTimeTrial', on: !view.timeTrialMode }),
  };
}
