import type { Command } from '../commands.js';
import { accepted, NO_CHANGE, rejected, type Decision, type Turn } from './decision.js';

/** What a switch in the middle of a question means for its clock stands with the clock (`timeTrialSet`). */
export const switchTimeTrial = ({ game, at }: Turn, { on }: Command & { type: 'switchTimeTrial' }): Decision =>
  game.timeTrialMode === on ? NO_CHANGE : accepted({ type: 'timeTrialSwitched', at, on });

/** By hand: a song that is sung live has no medium that would start the timer. */
export function runTimer({ game, at }: Turn, { questionId, running }: Command & { type: 'runTimer' }): Decision {
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('no-active-question');
  if (current.questionId !== questionId) return rejected('question-not-current');
  if (!game.timeTrialMode || current.timerByHand === running) return NO_CHANGE;
  return accepted({ type: 'timerSet', at, questionId, running });
}
