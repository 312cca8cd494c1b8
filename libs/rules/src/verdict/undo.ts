import { z } from 'zod';
import { questionAt, withQuestion, withQuestionView } from '../board.js';
import { type Conditions, queueEmptied, settled, songHeardMs } from '../clock.js';
import { command, event, rejected, type Emits, type HiddenEvent, type ViewEvolution } from '../definition.js';
import { QuestionId, UserId, Version } from '../ids.js';
import { lockIn, lockOf, seatInRound } from '../lock-outs.js';
import { conditionsOf, sinceRunning } from '../playback.js';
import { scored } from '../players.js';
import { movedUp } from '../queue.js';
import { withoutChorus } from '../round/chorus.js';
import { type buzzesOrdered, ordering } from '../round/hold.js';
import type { CurrentQuestion, LastVerdict, PlayingGame } from '../state.js';
import { concernsSeat, type Side, teamScore, withTeamScore, withTurn } from '../teams.js';
import { restanding, standing } from '../views/leaders.js';
import { currentOf, currentView, isOutFor, named, placeOf, secretOf } from '../views/view-of.js';

const OPEN = { answered: false, answeredBy: null, answeredCorrectly: false } as const;

/** Whose answer was judged; null if the question had been marked unanswered. */
const sideOf = ({ playerId, team }: LastVerdict): Side | null => (playerId === null ? null : { playerId, team });

/**
 * The round after its last verdict was undone. The time since the verdict is not counted: the clock goes on from where it
 * was, and the song from where it is.
 */
function roundAgain(
  { version: versionBefore, current, chorus }: PlayingGame,
  last: LastVerdict,
  at: number,
  conditions: Conditions,
): CurrentQuestion {
  const { round } = last;
  const isClockRunning = current === null && !round.timeTrialPaused;
  const { songLengthMs, sounding, timerByHand } = current ?? round;
  const version = versionBefore + 1;
  const again: CurrentQuestion = {
    ...round,
    answerQueue: round.answerQueue.map((buzz) => ({ ...buzz, version })),
    songLengthMs,
    sounding,
    timerByHand,
    heardMs: current === null && !chorus ? songHeardMs(round, last.at) : songHeardMs(current ?? chorus ?? round, at),
    heardSince: round.heardSince === null ? null : at,
    pausedMs: round.pausedMs + (isClockRunning && conditions.timeTrial ? Math.max(0, at - last.at) : 0),
    runningSince: isClockRunning ? at : round.runningSince,
  };
  const isQueueEmptied = round.answerQueue.length === 0 && round.answerAttemptTime !== null;
  return isQueueEmptied
    ? { ...queueEmptied(again, at, conditions), runningSince: at }
    : sinceRunning(again, settled(again, at, conditions), at);
}

/**
 * `verdict` is the version of the verdict's event, `gain` what the score changes by now. `playerId` is null when the question
 * had been marked unanswered.
 */
export const verdictUndone = event('verdictUndone', {
  fields: () => ({ verdict: z.number(), questionId: QuestionId, playerId: UserId.nullable(), gain: z.number() }),
  evolve: (game, { verdict, gain, at }) => {
    const last = game.status === 'playing' ? game.lastVerdict : null;
    if (game.status !== 'playing' || last?.version !== verdict) return game;
    const { playerId, team, round, nextSelectorId, nextTeam } = last;
    const quiet = withTurn(withoutChorus(game), nextTeam);
    const opened = withQuestion(playerId === null ? quiet : scored(quiet, playerId, gain, team), round, (question) => ({
      ...question,
      ...OPEN,
      verdicts: question.verdicts.filter(({ version }) => version !== verdict),
    }));
    const current = roundAgain(game, last, at, conditionsOf(game, round.answerQueue.length));
    return { ...opened, current, nextSelectorId, proposedQuestionId: null, lastVerdict: null };
  },
  view: (v, undone, after, before, kind) => {
    const hidden: HiddenEvent = { v };
    const { playerId, gain } = undone;
    const round = currentOf(after);
    const question = round && questionAt(after, round);
    if (after.status !== 'playing' || round === null || question === null) return hidden;
    const side = before.status === 'playing' && before.lastVerdict ? sideOf(before.lastVerdict) : null;
    const placeBefore = placeOf(currentOf(before)?.answerQueue ?? [], side);
    return {
      v,
      ...undone,
      categoryId: round.categoryId,
      ...(playerId === null ? { leader: null, entering: null } : standing(before, after, playerId, gain)),
      /** What the view shows of the question that is open again. */
      secret: kind === 'full' ? secretOf(question) : null,
      /** The round that goes on, and who picks after it. */
      current: currentView(after, round, kind),
      nextSelector: named(after, after.nextSelectorId),
      ...(after.nextTeam !== undefined && { nextTeam: after.nextTeam }),
      /** The verdict had ended the round. */
      ended: currentOf(before) === null,
      /** Where the player stood in the queue before the undo and stands after it, from 1. */
      places: { before: placeBefore, after: placeOf(round.answerQueue, side) },
      out: side !== null && isOutFor(after, side),
      ...(side !== null && lockOf(round, side)),
      ...teamScore(after, side?.team),
    };
  },
  isPerKind: true,
});

export const verdictUndoneView: ViewEvolution<typeof verdictUndone> = {
  by: 'moderator',
  evolveView: (view, event) => {
    const { verdict, secret, current, nextSelector, nextTeam } = event;
    const scoredView = withTeamScore(withTurn(withoutChorus(view), nextTeam), event);
    const opened = withQuestionView(scoredView, event, (question) => ({
      ...question,
      ...OPEN,
      answeredByName: null,
      secret,
      verdicts: question.verdicts && question.verdicts.filter(({ version }) => version !== verdict),
    }));
    const leaders = restanding(view, event);
    return { ...opened, leaders, current, nextSelector, proposedQuestionId: null, lastVerdict: null };
  },
  evolveSeat: (seat, { playerId, team, gain, ended, places, out, ...lock }, userId) => {
    const score = playerId === userId ? seat.score + gain : seat.score;
    const own = concernsSeat(seat, { playerId, team }, userId);
    if (ended) {
      const before = seat.beforeVerdict ?? { place: null, out: false };
      return { ...seatInRound(seat, before), score, beforeVerdict: null };
    }
    const { before, after } = places;
    const now = { place: after, out, ...lockIn(lock) };
    if (own) return { ...seatInRound(seat, now), score };
    // The judged player is first again; one who left and buzzed again stays where that buzz put them.
    const place = movedUp(seat.place, before);
    return { ...seat, score, place: place !== null && after !== null && after <= place ? place + 1 : place };
  },
};

/** The last verdict, until the next question is selected. `verdict`: the version of its event. */
export const undoVerdict = command('undoVerdict', {
  issuer: 'judge',
  fields: () => ({ verdict: Version }),
  decide: ({ game, at }, { verdict }): Emits<typeof buzzesOrdered | typeof verdictUndone> => {
    const last = game.status === 'playing' ? game.lastVerdict : null;
    if (last?.version !== verdict) return rejected('no-verdict-to-undo');
    const { questionId } = last.round;
    // Not a unary minus: that would make -0, which JSON does not keep.
    const undone = {
      type: 'verdictUndone' as const,
      at,
      verdict,
      questionId,
      playerId: last.playerId,
      gain: 0 - last.gain,
    };
    return [...ordering(game, at), undone];
  },
});
