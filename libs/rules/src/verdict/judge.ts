import { z } from 'zod';
import { questionAt, withQuestion, withQuestionView } from '../board.js';
import { musicSet, pausedAfterWrong } from '../clock.js';
import { VERDICTS_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { QuestionId, TeamNumber, UserId, Version } from '../ids.js';
import { lockedOut, lockIn, lockOf, seatInRound } from '../lock-outs.js';
import { conditionsOf } from '../playback.js';
import { playerOf, scored } from '../players.js';
import { gainFor } from '../points.js';
import { concernsSeat, type Side, teamScore, withTeamScore, withTurn } from '../teams.js';
import { chorusOf } from '../round/chorus.js';
import { type buzzesOrdered, ordering } from '../round/hold.js';
import { judgeOf } from '../rights.js';
import { areTiesOver, filling, movedUp, outOfQueue, outOfVisibleQueue, roundOver } from '../queue.js';
import type { Buzz, CurrentQuestion, Game, LastVerdict, PlayingGame, Settings, Verdict } from '../state.js';
import type { QuestionView, Secret } from '../views.js';
import { enteringLeader, rankedWith } from '../views/leaders.js';
import { currentOf, isOutFor, nameOf, secretOf } from '../views/view-of.js';

/** What an undo of this verdict gives back; `game` is as it was before. */
const lastVerdictOf = (
  game: PlayingGame,
  round: CurrentQuestion,
  at: number,
  { playerId, team, correct, gain }: { playerId: UserId | null } & Pick<Verdict, 'correct' | 'gain' | 'team'>,
): LastVerdict => ({
  version: game.version + 1,
  at,
  playerId,
  ...(team !== undefined && { team }),
  correct,
  gain,
  round,
  nextSelectorId: game.nextSelectorId,
  ...(game.nextTeam !== undefined && { nextTeam: game.nextTeam }),
});

interface Judged {
  readonly verdicts: readonly { readonly version: number }[] | null;
}

/** The board without its oldest verdict if that is one too many: what a moderator is sent stays finite. */
function oldestDropped<Q extends Judged, C extends { readonly questions: readonly Q[] }>(
  categories: readonly C[],
): readonly C[] {
  const all = categories.flatMap(({ questions }) => questions.flatMap(({ verdicts }) => verdicts ?? []));
  if (all.length <= VERDICTS_MAX) return categories;
  const oldest = all.reduce((least, { version }) => Math.min(least, version), Infinity);
  const without = (question: Q): Q =>
    question.verdicts?.[0]?.version === oldest ? { ...question, verdicts: question.verdicts.slice(1) } : question;
  return categories.map((category) => ({ ...category, questions: category.questions.map(without) }));
}

/** What the question that was being played was, for a view that reveals it. */
function revealed(game: Game, questionId: QuestionId): Secret | null {
  const round = currentOf(game);
  const question = round?.questionId === questionId ? questionAt(game, round) : null;
  return question && secretOf(question);
}

/** The round in which this side was judged wrong. */
function wrongFor(round: CurrentQuestion, side: Side, at: number, settings: Settings): CurrentQuestion {
  const { attempts, lockOutSeconds = null } = settings;
  const judged = withWrong(round, side);
  if (attempts === 'once' || lockOutSeconds === null) return judged;
  return lockedOut(judged, side, at + lockOutSeconds * 1_000);
}

function withWrong(round: CurrentQuestion, { playerId, team }: Side): CurrentQuestion {
  if (team === undefined)
    return round.wrong.includes(playerId) ? round : { ...round, wrong: [...round.wrong, playerId] };
  const { wrongTeams = [] } = round;
  return wrongTeams.includes(team) ? round : { ...round, wrongTeams: [...wrongTeams, team] };
}

const answered = (
  question: QuestionView,
  by: { readonly id: UserId; readonly name: string } | null,
  secret: Secret | null,
): QuestionView => ({
  ...question,
  answered: true,
  answeredBy: by?.id ?? null,
  answeredByName: by?.name ?? null,
  answeredCorrectly: by !== null,
  secret: secret ?? question.secret,
});

/** What the question is once it is over: answered by the last who was right. */
const answeredRight = (by: UserId | undefined) =>
  by === undefined ? { answered: true } : ({ answered: true, answeredBy: by, answeredCorrectly: true } as const);

/** The last of those who were right before the others that are level with them. */
const lastRightOf = ({ right }: CurrentQuestion): UserId | undefined => right?.at(-1)?.playerId;

/** By whom the view shows a question answered that ends without another right answer; absent where none was right. */
function answeredByOf(before: Game): { readonly answeredBy?: { readonly id: UserId; readonly name: string } } {
  const round = currentOf(before);
  const id = round === null ? undefined : lastRightOf(round);
  return id === undefined ? {} : { answeredBy: { id, name: nameOf(before, id) } };
}

/**
 * Whether a verdict ends the question. Where all who are level answer, the last of them does, if any of them was right.
 */
function endsQuestion(round: CurrentQuestion, first: Buzz, correct: boolean, settings: Settings): boolean {
  const right = correct ? [...(round.right ?? []), first] : round.right;
  if (right === undefined) return false;
  const answerQueue = round.answerQueue.filter((buzz) => buzz !== first);
  return areTiesOver({ ...round, answerQueue, right }, settings);
}

/** `gain` is what the score changed by: positive when correct, negative or zero when not. */
export const answerJudged = event('answerJudged', {
  fields: () => ({
    questionId: QuestionId,
    playerId: UserId,
    correct: z.boolean(),
    gain: z.number(),
    byName: z.string().optional(),
    /** For which the answer counts, as the buzz says; for those who read the log without buzzes. */
    team: TeamNumber.optional(),
    /** Whether the question is over; absent: as a right answer ends it, and a wrong one does not. */
    over: z.boolean().optional(),
  }),
  evolve: (game, { questionId, playerId, correct, gain, at, byName, over = correct }) => {
    if (game.status !== 'playing' || game.current?.questionId !== questionId) return game;
    const { current } = game;
    const version = game.version + 1;
    const buzz = current.answerQueue.find((queued) => queued.playerId === playerId);
    const team = buzz?.team;
    const verdict = {
      ...{ version, playerId, correct, gain, elapsedSeconds: current.timeTrialElapsedSeconds },
      ...(buzz && { heardMs: buzz.heardMs }),
      ...(team !== undefined && { team }),
      ...(byName !== undefined && { byName }),
    };
    const judged = withQuestion(scored(game, playerId, gain, team), current, (question) => ({
      ...question,
      ...(over && answeredRight(correct ? playerId : lastRightOf(current))),
      verdicts: [...question.verdicts, verdict],
    }));
    const categories = oldestDropped(judged.categories);
    const next = { ...judged, categories, lastVerdict: lastVerdictOf(game, current, at, verdict) };
    const turn = correct ? withTurn({ ...next, nextSelectorId: playerId }, team) : next;
    if (over) return { ...turn, current: null, ...chorusOf(current, at, game) };
    if (correct && buzz !== undefined)
      return {
        ...turn,
        current: outOfQueue(game, { ...current, right: [...(current.right ?? []), buzz] }, playerId, at),
      };
    // The clock runs again once the queue is empty, and the music by then at the latest.
    const isPaused = pausedAfterWrong(current, game.settings.musicAfterWrong);
    const conditions = conditionsOf(game, current.answerQueue.length);
    const goesOn = musicSet(wrongFor(current, { playerId, team }, at, game.settings), at, isPaused, conditions);
    return { ...next, current: outOfQueue(game, goesOn, playerId, at) };
  },
  view: (v, judged, after, before) => {
    const { questionId, playerId, correct, gain, over = correct } = judged;
    const player = playerOf(after, playerId);
    const team = currentOf(before)?.answerQueue.find((buzz) => buzz.playerId === playerId)?.team;
    return {
      v,
      ...judged,
      name: player?.name ?? '',
      seat: player?.seat ?? 0,
      score: player?.score ?? 0,
      /** The player may not try this question again. */
      out: isOutFor(after, { playerId, team }),
      ...lockOf(currentOf(after), { playerId, team }),
      /** What the question was; null while it goes on. */
      revealed: over ? revealed(before, questionId) : null,
      /** Who moved up into the part of the queue that is shown. */
      fill: over ? null : filling(before, after, playerId),
      ...(over && !correct && answeredByOf(before)),
      /** Who moved up among the leaders because this player fell behind. */
      entering: gain < 0 ? enteringLeader(before, after, playerId) : null,
      ...teamScore(after, team),
    };
  },
});

export const answerJudgedView: ViewEvolution<typeof answerJudged> = {
  by: 'moderator',
  evolveView: (view, { v: version, questionId, playerId, correct, gain, at, byName, ...event }) => {
    if (view.current?.questionId !== questionId) return view;
    const { current } = view;
    const { name, seat, score, entering, fill, over = correct } = event;
    const now = { id: playerId, seat, name, score, isActive: true };
    const leaders = rankedWith(view.leaders, now, ...(entering === null ? [] : [entering]));
    const verdict = { version, playerId, name, correct, gain, ...(event.team !== undefined && { team: event.team }) };
    const judged = withQuestionView(view, current, (question) => ({
      ...question,
      verdicts: question.verdicts && [...question.verdicts, { ...verdict, ...(byName !== undefined && { byName }) }],
    }));
    const categories = oldestDropped(judged.categories);
    const scoredView = withTeamScore({ ...judged, categories, leaders }, event);
    const next = { ...scoredView, lastVerdict: { ...verdict, questionId } };
    const by = correct ? { id: playerId, name } : (event.answeredBy ?? null);
    const turn = correct ? { ...withTurn(next, event.team), nextSelector: by } : next;
    if (over) {
      const done = withQuestionView(turn, current, (question) => answered(question, by, event.revealed));
      return { ...done, current: null, ...chorusOf(current, at, view) };
    }
    if (correct) return { ...turn, current: outOfVisibleQueue(view, current, { playerId, place: 1, fill, at }) };
    const isPaused = pausedAfterWrong(current, view.settings.musicAfterWrong);
    const goesOn = musicSet(current, at, isPaused, conditionsOf(view, current.queueLength));
    return { ...next, current: outOfVisibleQueue(view, goesOn, { playerId, place: 1, fill, at }) };
  },
  evolveSeat: (seat, { playerId, team, score: newScore, correct, over = correct, out, ...lock }, userId) => {
    const score = playerId === userId ? newScore : seat.score;
    const own = concernsSeat(seat, { playerId, team }, userId);
    if (over) return { ...roundOver(seat), score };
    if (!own) return { ...seat, score, place: movedUp(seat.place, 1), beforeVerdict: null };
    const now = { place: null, out, ...lockIn(lock) };
    return { ...seatInRound(seat, now), score, beforeVerdict: null };
  },
};

/**
 * Only the first in the queue can be judged. `buzz`: the version of the buzz that the desk shows. A verdict that
 * was given before an undo never judges the buzz that the undo has put back.
 */
export const judgeAnswer = command('judgeAnswer', {
  issuer: 'judge',
  fields: () => ({ questionId: QuestionId, playerId: UserId, correct: z.boolean(), buzz: Version.optional() }),
  decide: ({ game, at, ctx }, { questionId, playerId, correct, buzz }): Emits<typeof answerJudged> => {
    const current = currentOf(game);
    if (current === null) return rejected('invalid-judge-state');
    if (current.questionId !== questionId) return rejected('question-not-current');
    const question = questionAt(game, current);
    if (question === null) return rejected('question-not-found', { id: questionId });
    const [first] = current.answerQueue;
    if (playerOf(game, playerId) === null || first?.playerId !== playerId) return rejected('invalid-judge-state');
    if (buzz !== undefined && first.version !== undefined && first.version !== buzz)
      return rejected('invalid-judge-state');
    const gain = gainFor({ correct, points: question.points, elapsedSeconds: current.timeTrialElapsedSeconds });
    const side = first.team === undefined ? {} : { team: first.team };
    const over = endsQuestion(current, first, correct, game.settings);
    const by = judgeOf(game, ctx.actor.userId);
    return [
      {
        type: 'answerJudged',
        at,
        questionId,
        playerId,
        correct,
        gain,
        ...by,
        ...side,
        ...(over !== correct && { over }),
      },
    ];
  },
});

const NOT_ANSWERED = { playerId: null, correct: false, gain: 0 } as const;

/** No one answers any more. `answered`: some were right already, and of those who were level with them not all have answered. */
export const questionMarkedUnanswered = event('questionMarkedUnanswered', {
  fields: () => ({ questionId: QuestionId, answered: z.literal(true).optional() }),
  evolve: (game, { questionId, at }) => {
    if (game.status !== 'playing' || game.current?.questionId !== questionId) return game;
    const { current } = game;
    const lastVerdict = lastVerdictOf(game, current, at, NOT_ANSWERED);
    const marked = withQuestion(game, current, (question) => ({ ...question, ...answeredRight(lastRightOf(current)) }));
    return { ...marked, current: null, lastVerdict };
  },
  view: (v, marked, _after, before) => ({
    v,
    ...marked,
    revealed: revealed(before, marked.questionId),
    ...answeredByOf(before),
  }),
});

export const questionMarkedUnansweredView: ViewEvolution<typeof questionMarkedUnanswered> = {
  evolveView: (view, { v: version, questionId, revealed: secret, answeredBy = null }) => {
    if (view.current?.questionId !== questionId) return view;
    const marked = withQuestionView(view, view.current, (question) => answered(question, answeredBy, secret));
    return { ...marked, current: null, lastVerdict: { version, questionId, name: null, ...NOT_ANSWERED } };
  },
  evolveSeat: roundOver,
};

export const closing = (
  { questionId, right }: CurrentQuestion,
  at: number,
): EventOf<typeof questionMarkedUnanswered> => ({
  type: 'questionMarkedUnanswered',
  at,
  questionId,
  ...(right && { answered: true }),
});

export const markUnanswered = command('markUnanswered', {
  issuer: 'judge',
  fields: () => ({ questionId: QuestionId }),
  decide: ({ game, at }, { questionId }): Emits<typeof buzzesOrdered | typeof questionMarkedUnanswered> => {
    const current = currentOf(game);
    if (current === null) return rejected('no-active-question-to-mark');
    if (current.questionId !== questionId) return rejected('question-not-current');
    if (game.paused !== undefined) return rejected('paused');
    return [...ordering(game, at), closing(current, at)];
  },
});
