import type { Conditions, Playback } from './clock.js';
import type { QuestionId } from './ids.js';
import type { CurrentQuestion, Game } from './state.js';
import type { CurrentView, GameView } from './views.js';

/** A change of song and clock that is the same for the state's round and a view's. */
export type PlaybackChange = <R extends Playback>(round: R, at: number, conditions: Conditions) => R;

/** The game, or its view, with song and clock of the round changed. */
export function withPlayback<G extends Game | GameView>(game: G, at: number, change: PlaybackChange): G {
  const round = roundOf(game);
  if (round === null) return game;
  return { ...game, current: sinceRunning(round, change(round, at, conditionsOf(game, queueLengthOf(round))), at) };
}

/** The same, if this is the question that is being played. */
export const withPlaybackOf = <G extends Game | GameView>(
  game: G,
  { questionId, at }: { readonly questionId: QuestionId; readonly at: number },
  change: PlaybackChange,
): G => (roundOf(game)?.questionId === questionId ? withPlayback(game, at, change) : game);

export const conditionsOf = (
  { timeTrialMode, deskDisconnected, paused }: Pick<Game, 'timeTrialMode' | 'deskDisconnected' | 'paused'>,
  queueLength: number,
): Conditions => ({ timeTrial: timeTrialMode, queueLength, isHalted: deskDisconnected || paused !== undefined });

/** `after`, with the time from which its clock runs if it has begun to; views carry no such time. */
export const sinceRunning = <R extends Playback>(before: R, after: R, at: number): R =>
  'runningSince' in after && before.timeTrialPaused && !after.timeTrialPaused ? { ...after, runningSince: at } : after;

const roundOf = (game: Game | GameView): CurrentQuestion | CurrentView | null =>
  'current' in game ? game.current : null;

/** How many wait to answer; one while buzzes are held. */
export const queueLengthOf = (round: CurrentQuestion | CurrentView): number =>
  round.hold !== undefined ? 1 : 'queueLength' in round ? round.queueLength : round.answerQueue.length;

/** The game, or its view, in which no verdict can be undone. */
export const notUndoable = <G extends Game | GameView>(game: G): G =>
  'lastVerdict' in game ? { ...game, lastVerdict: null } : game;
