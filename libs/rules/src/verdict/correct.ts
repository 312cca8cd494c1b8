import { z } from 'zod';
import { changed, questionsOf, withQuestion } from '../board.js';
import { REASON_MAX_LENGTH } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { QuestionId, UserId, Version } from '../ids.js';
import { notUndoable } from '../playback.js';
import { scored } from '../players.js';
import { gainFor } from '../points.js';
import { judgeOf } from '../rights.js';
import type { LastVerdict, Verdict } from '../state.js';
import { teamScore, withTeamScore } from '../teams.js';
import { cleanText } from '../texts.js';
import { restanding, standing } from '../views/leaders.js';
import { nameOf } from '../views/view-of.js';

interface Change extends Pick<Verdict, 'correct' | 'gain'> {
  readonly verdict: number;
  readonly byName?: string | undefined;
}

/** The verdicts of a question with one of them judged the other way. */
const verdictsWith = <T extends Pick<Verdict, 'version' | 'correct' | 'gain' | 'byName'>>(
  verdicts: readonly T[],
  { verdict, correct, gain, byName }: Change,
): readonly T[] =>
  verdicts.map((one) => {
    if (one.version !== verdict) return one;
    const { byName: _byName, ...rest } = one;
    return { ...rest, correct, gain: one.gain + gain, ...(byName !== undefined && { byName }) } as T;
  });

/** Whether an undo of the last verdict would give this one back as it was: it is the same, or of a player who was level. */
const isGivenBackBy = (
  last: LastVerdict | null,
  { verdict, questionId, playerId }: { verdict: number; questionId: QuestionId; playerId: UserId },
): boolean =>
  last !== null &&
  (last.version === verdict ||
    (last.round.questionId === questionId && last.round.right?.some((one) => one.playerId === playerId) === true));

/** `verdict` is the version of the verdict's event, `gain` what the score changes by now. */
export const verdictChanged = event('verdictChanged', {
  fields: () => ({
    verdict: z.number(),
    questionId: QuestionId,
    playerId: UserId,
    correct: z.boolean(),
    gain: z.number(),
    reason: z.string(),
    byName: z.string().optional(),
  }),
  evolve: (game, event) => {
    const { verdict, playerId, questionId, gain } = event;
    const category = game.categories.find(({ questions }) => questions.some(({ id }) => id === questionId));
    if (category === undefined) return game;
    const where = { categoryId: category.id, questionId };
    const team = questionsOf(game)
      .find(({ id }) => id === questionId)
      ?.verdicts.find(({ version }) => version === verdict)?.team;
    const next = withQuestion(scored(game, playerId, gain, team), where, (question) => {
      const verdicts = verdictsWith(question.verdicts, event);
      // Of those who were right, the last.
      const by = verdicts.findLast(({ correct }) => correct)?.playerId ?? null;
      return { ...question, verdicts, answeredBy: by, answeredCorrectly: by !== null };
    });
    return next.status === 'playing' && isGivenBackBy(next.lastVerdict, event) ? notUndoable(next) : next;
  },
  view: (v, change, after, before) => {
    const question = questionsOf(after).find(({ id }) => id === change.questionId);
    const by = question?.answeredBy ?? null;
    const answeredBy = by === null ? null : { id: by, name: nameOf(after, by) };
    const team = question?.verdicts.find(({ version }) => version === change.verdict)?.team;
    const lastVerdict = before.status === 'playing' ? before.lastVerdict : null;
    const isLast = lastVerdict !== null && isGivenBackBy(lastVerdict, change);
    return {
      v,
      ...change,
      ...standing(before, after, change.playerId, change.gain),
      answeredBy,
      ...teamScore(after, team),
      /** The last verdict is another one, whose undo would give this one back as it was. */
      ...(isLast && lastVerdict.version !== change.verdict && { undoable: false as const }),
    };
  },
});

export const verdictChangedView: ViewEvolution<typeof verdictChanged> = {
  by: 'moderator',
  evolveView: (view, event) => {
    const { answeredBy: by, questionId, verdict, undoable = true } = event;
    const change = { answeredBy: by?.id ?? null, answeredByName: by?.name ?? null, answeredCorrectly: by !== null };
    const categories = view.categories.map((category) => ({
      ...category,
      questions: changed(category.questions, questionId, (question) => ({
        ...question,
        ...change,
        verdicts: question.verdicts && verdictsWith(question.verdicts, event),
      })),
    }));
    const lastVerdict = view.lastVerdict?.version === verdict || !undoable ? null : view.lastVerdict;
    return { ...withTeamScore(view, event), categories, leaders: restanding(view, event), lastVerdict };
  },
  evolveSeat: (seat, { playerId, gain }, userId, viewAfter) => {
    const updated = viewAfter !== undefined && viewAfter.lastVerdict === null ? { ...seat, beforeVerdict: null } : seat;
    return playerId === userId ? { ...updated, score: seat.score + gain } : updated;
  },
};

/** Why a verdict or a score was changed. */
export const reasonField = () => z.string().max(REASON_MAX_LENGTH);

/** A verdict on a question that is over, judged the other way. Who picks and what is played stay as they are. */
export const changeVerdict = command('changeVerdict', {
  issuer: 'judge',
  fields: () => ({ questionId: QuestionId, verdict: Version, correct: z.boolean(), reason: reasonField() }),
  decide: ({ game, at, ctx }, { questionId, verdict, correct, reason: typed }): Emits<typeof verdictChanged> => {
    const question = questionsOf(game).find(({ id }) => id === questionId);
    const given = question?.verdicts.find(({ version }) => version === verdict);
    if (question === undefined || given === undefined) return rejected('verdict-not-found');
    if (!question.answered) return rejected('question-in-play');
    if (given.correct === correct) return [];
    const reason = cleanText(typed);
    if (reason === '') return rejected('reason-required');
    const { playerId, elapsedSeconds } = given;
    const gain = gainFor({ correct, points: question.points, elapsedSeconds }) - given.gain;
    const by = judgeOf(game, ctx.actor.userId);
    return [{ type: 'verdictChanged', at, verdict, questionId, playerId, correct, gain, reason, ...by }];
  },
});
