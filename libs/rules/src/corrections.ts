import { type Conditions, queueEmptied, settled, songHeardMs } from './clock.js';
import { VERDICTS_MAX } from './constants.js';
import type { GameEvent } from './events.js';
import type { UserId } from './ids.js';
import type { Bans, CurrentQuestion, Game, LastVerdict, Player, PlayingGame, Press, Verdict } from './state.js';

type The<T extends GameEvent['type']> = GameEvent & { type: T };

export const NO_BANS: Bans = { users: [], seats: [], devices: [] };

/** What an undo of this verdict gives back; `game` is as it was before. */
export const lastVerdictOf = (
  game: PlayingGame,
  round: CurrentQuestion,
  event: The<'answerJudged'> | The<'questionMarkedUnanswered'>,
): LastVerdict => ({
  version: game.version + 1,
  at: event.at,
  playerId: event.type === 'answerJudged' ? event.playerId : null,
  correct: event.type === 'answerJudged' && event.correct,
  gain: event.type === 'answerJudged' ? event.gain : 0,
  round,
  nextSelectorId: game.nextSelectorId,
});

/** A buzz after a wrong answer: had the verdict not been given, it would stand behind those who waited then. */
export function buzzedSince(last: LastVerdict | null, press: Press): LastVerdict | null {
  if (last === null || last.round.answerQueue.some(({ playerId }) => playerId === press.playerId)) return last;
  return { ...last, round: { ...last.round, answerQueue: [...last.round.answerQueue, press] } };
}

/** Players who have left since then neither wait nor pick after an undo. */
export function leftSince(last: LastVerdict | null, playerId: UserId): LastVerdict | null {
  if (last === null) return null;
  return {
    ...last,
    nextSelectorId: last.nextSelectorId === playerId ? null : last.nextSelectorId,
    round: { ...last.round, answerQueue: last.round.answerQueue.filter((press) => press.playerId !== playerId) },
  };
}

/**
 * The round after its last verdict was undone. The time since the verdict counts for nobody: the clock goes on from where it
 * was, and the song from where it is.
 */
export function roundAgain(
  { current }: PlayingGame,
  last: LastVerdict,
  at: number,
  { timeTrial, deskDisconnected }: Omit<Conditions, 'queueLength'>,
): CurrentQuestion {
  const { round } = last;
  const isClockRunning = current === null && !round.timeTrialPaused;
  const again: CurrentQuestion = {
    ...round,
    songLengthMs: current === null ? round.songLengthMs : current.songLengthMs,
    sounding: current === null ? round.sounding : current.sounding,
    timerByHand: current === null ? round.timerByHand : current.timerByHand,
    heardMs: current === null ? songHeardMs(round, last.at) : songHeardMs(current, at),
    heardSince: round.heardSince === null ? null : at,
    pausedMs: round.pausedMs + (isClockRunning && timeTrial ? Math.max(0, at - last.at) : 0),
    runningSince: isClockRunning ? at : round.runningSince,
  };
  const isQueueEmptied = round.answerQueue.length === 0 && round.answerAttemptTime !== null;
  const conditions = { timeTrial, deskDisconnected, queueLength: round.answerQueue.length };
  return isQueueEmptied
    ? { ...queueEmptied(again, at, conditions), runningSince: at }
    : sinceRunning(again, settled(again, at, conditions), at);
}

/** `after`, with the time from which its clock runs if it has begun to. */
export const sinceRunning = (before: CurrentQuestion, after: CurrentQuestion, at: number): CurrentQuestion =>
  before.timeTrialPaused && !after.timeTrialPaused ? { ...after, runningSince: at } : after;

/** The verdicts of a question with one of them judged the other way. */
export const verdictsWith = <T extends Pick<Verdict, 'version' | 'correct' | 'gain'>>(
  verdicts: readonly T[],
  { verdict, correct, gain }: Pick<The<'verdictChanged'>, 'verdict' | 'correct' | 'gain'>,
): readonly T[] => verdicts.map((one) => (one.version === verdict ? { ...one, correct, gain: one.gain + gain } : one));

/** Who answered a question that is over, by its verdicts: the last who was right. */
export const answeredBy = (verdicts: readonly Verdict[]): UserId | null =>
  verdicts.findLast(({ correct }) => correct)?.playerId ?? null;

/** The bans with this player's ids among them; without a seat, only the user id is known. */
export function bansWith({ bans }: Game, userId: UserId, player: Player | null): Bans {
  const plus = <T extends string>(list: readonly T[], one: T | null | undefined): readonly T[] =>
    one == null || list.includes(one) ? list : [...list, one];
  return {
    users: plus(bans.users, userId),
    seats: plus(bans.seats, player?.seatHash),
    devices: plus(bans.devices, player?.deviceHash),
  };
}

interface Judged {
  readonly verdicts: readonly { readonly version: number }[] | null;
}

/** The board without its oldest verdict if that is one too many: what a moderator is sent stays finite. */
export function oldestDropped<Q extends Judged, C extends { readonly questions: readonly Q[] }>(
  categories: readonly C[],
): readonly C[] {
  const all = categories.flatMap(({ questions }) => questions.flatMap(({ verdicts }) => verdicts ?? []));
  if (all.length <= VERDICTS_MAX) return categories;
  const oldest = all.reduce((least, { version }) => Math.min(least, version), Infinity);
  const without = (question: Q): Q =>
    question.verdicts?.[0]?.version === oldest ? { ...question, verdicts: question.verdicts.slice(1) } : question;
  return categories.map((category) => ({ ...category, questions: category.questions.map(without) }));
}
