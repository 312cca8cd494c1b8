import { z } from 'zod';
import { timerSet as timerSetByHand, timeTrialSet } from './clock.js';
import { command, event, type Emits, type ViewEvolution } from './definition.js';
import { QuestionId } from './ids.js';
import { conditionsOf, notUndoable, queueLengthOf, withPlaybackOf } from './playback.js';
import type { Game } from './state.js';
import { roundGoingOn } from './round/round.js';
import type { GameView } from './views.js';

const switched = <G extends Game | GameView>(game: G, { on, at }: { readonly on: boolean; readonly at: number }): G =>
  notUndoable({ ...game, timeTrialMode: on, timeTrialUpdatedAt: at });

export const timeTrialSwitched = event('timeTrialSwitched', {
  fields: () => ({ on: z.boolean() }),
  evolve: (game, event) => {
    const next = switched(game, event);
    if (next.status !== 'playing' || next.current === null) return next;
    const { current } = next;
    const { at } = event;
    const set = timeTrialSet(current, at, conditionsOf(next, queueLengthOf(current)));
    return { ...next, current: { ...set, runningSince: at } };
  },
});

export const timeTrialSwitchedView: ViewEvolution<typeof timeTrialSwitched> = {
  evolveView: (view, event) => {
    const next = switched(view, event);
    const { current } = next;
    if (current === null) return next;
    return { ...next, current: timeTrialSet(current, event.at, conditionsOf(next, queueLengthOf(current))) };
  },
  evolveSeat: (seat) => ({ ...seat, beforeVerdict: null }),
};

export const switchTimeTrial = command('switchTimeTrial', {
  issuer: 'settings',
  fields: () => ({ on: z.boolean() }),
  decide: ({ game, at }, { on }): Emits<typeof timeTrialSwitched> =>
    game.timeTrialMode === on ? [] : [{ type: 'timeTrialSwitched', at, on }],
});

interface ByHand {
  readonly questionId: QuestionId;
  readonly at: number;
  readonly running: boolean;
}
const withTimer = <G extends Game | GameView>(game: G, event: ByHand): G =>
  withPlaybackOf(game, event, (round, at, by) => timerSetByHand(round, at, event.running, by));

export const timerSet = event('timerSet', {
  fields: () => ({ questionId: QuestionId, running: z.boolean() }),
  evolve: withTimer<Game>,
});
export const timerSetView: ViewEvolution<typeof timerSet> = { evolveView: withTimer };

/** By hand: a song that is sung live has no medium that would start the timer. */
export const runTimer = command('runTimer', {
  issuer: 'judge',
  fields: () => ({ questionId: QuestionId, running: z.boolean() }),
  decide: ({ game, at }, { questionId, running }): Emits<typeof timerSet> => {
    const current = roundGoingOn(game, questionId);
    if ('rejection' in current) return current;
    if (!game.timeTrialMode || current.timerByHand === running) return [];
    return [{ type: 'timerSet', at, questionId, running }];
  },
});
