import type { Command } from '../commands.js';
import { accepted, NO_CHANGE, type Decision, type Turn } from './decision.js';

/** What a switch in the middle of a question means for its clock stands with the clock (`timeTrialSet`). */
export const switchTimeTrial = ({ game, at }: Turn, { on }: Command & { type: 'switchTimeTrial' }): Decision =>
  game.timeTrialMode === on ? NO_CHANGE : accepted({ type: 'timeTrialSwitched', at, on });
