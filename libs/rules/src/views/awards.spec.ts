import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { GameEvent } from '../events.js';
import { evolve } from '../evolve.js';
import { given, play } from '../testing/given-when-then.js';
import {
  buzzes,
  changesVerdict,
  completes,
  creates,
  joins,
  judges,
  later,
  leaves,
  marksUnanswered,
  movesUser,
  pausesMusic,
  removes,
  renames,
  reopens,
  selects,
  starts,
  type Step,
  step,
  MODERATOR,
  undoes,
} from '../testing/steps.js';
import { fixedExamples, playWishes, startedGames } from '../testing/stories.js';
import { correctedStories } from '../testing/wishes.js';
import { type GameState, NO_GAME } from '../state.js';
import { type Awards, VIEW_KINDS } from '../views.js';
import { viewOf } from './view-of.js';

const began = [creates(), joins('ann'), joins('bob'), joins('cid'), starts()];
const QUESTIONS = ['q100', 'q200', 'q75', 'q300'] as const;

/** Each is one question: who buzzed after so many seconds of the song, and whether that was right. */
const rounds = (...answers: readonly (readonly [who: string, seconds: number, correct?: boolean])[]): Step[] =>
  answers.flatMap(([who, seconds, correct = true], at) => {
    const id = QUESTIONS[at]!;
    const judged = judges(who, correct, id);
    return [selects(id), later(seconds, buzzes(who, id)), judged, ...(correct ? [] : [marksUnanswered(id)])];
  });

const awardsAfter = (...steps: readonly Step[]): Awards | undefined => {
  const { game } = given(...began, ...steps);
  const [first, ...others] = VIEW_KINDS.map((kind) => viewOf(game(), kind).awards);
  for (const other of others) expect(other).toEqual(first);
  return first;
};
const names = (award: Awards[keyof Awards]) => award?.winners.map(({ name }) => name);
const fastest = (...steps: readonly Step[]) => awardsAfter(...steps, completes())?.fastestBuzz;
const streak = (...steps: readonly Step[]) => awardsAfter(...steps, completes())?.longestStreak;

describe('the fastest buzz', () => {
  it('names the right answer that was buzzed after the least of the song', () => {
    const award = fastest(...rounds(['ann', 4], ['bob', 2], ['cid', 3]));
    expect(award).toEqual({ winners: [{ playerId: 'bob', name: 'bob' }], heardMs: 2_000 });
  });

  it('ignores wrong answers', () => {
    expect(names(fastest(...rounds(['ann', 4], ['bob', 2, false])))).toEqual(['ann']);
  });

  it('counts from when the player buzzed, also when another player answered wrongly first', () => {
    const steps = [
      selects('q100'),
      later(2, buzzes('ann', 'q100')),
      later(5, buzzes('bob', 'q100')),
      judges('ann', false, 'q100'),
      judges('bob', true, 'q100'),
    ];
    expect(fastest(...steps)).toMatchObject({ winners: [{ name: 'bob' }], heardMs: 2_000 });
  });

  it('names two who were equally fast, and none of more', () => {
    expect(names(fastest(...rounds(['ann', 2], ['bob', 2], ['cid', 3])))).toEqual(['ann', 'bob']);
    expect(fastest(...rounds(['ann', 2], ['bob', 2], ['cid', 2]))).toBeUndefined();
  });

  it('names one player once who was equally fast twice', () => {
    expect(names(fastest(...rounds(['ann', 2], ['ann', 2])))).toEqual(['ann']);
  });

  it('names none when no song was heard', () => {
    const silent = [
      selects('q100'),
      later(0, pausesMusic(true, 'q100')),
      later(2, buzzes('ann', 'q100')),
      judges('ann', true, 'q100'),
    ];
    expect(fastest(...silent)).toBeUndefined();
  });
});

describe('the longest streak', () => {
  it('counts right answers of one player without a wrong one in between', () => {
    expect(streak(...rounds(['ann', 1], ['ann', 1], ['bob', 1], ['ann', 1]))).toEqual({
      winners: [{ playerId: 'ann', name: 'ann' }],
      count: 3,
    });
  });

  it('names none below three right answers', () => {
    expect(streak(...rounds(['ann', 1], ['ann', 1], ['ann', 1, false], ['ann', 1]))).toBeUndefined();
  });

  it('begins again after a wrong answer', () => {
    expect(streak(...rounds(['ann', 1, false], ['ann', 1], ['ann', 1], ['ann', 1]))?.count).toBe(3);
  });
});

describe('the awards', () => {
  const three = rounds(['ann', 3], ['ann', 2], ['ann', 4]);

  it('follow the final verdicts: undone ones do not count, changed ones as they were changed', () => {
    const undone = given(...began, ...three);
    const last = undone.lastVerdict();
    expect(streak(...three, undoes(last), judges('ann', false, 'q75'))).toBeUndefined();
    const [verdict] = undone.question('q200').verdicts;
    const changed = awardsAfter(...three, changesVerdict('q200', verdict!.version, false), completes());
    expect(changed).toEqual({ fastestBuzz: { winners: [{ playerId: 'ann', name: 'ann' }], heardMs: 3_000 } });
  });

  it('appear only while the game is over', () => {
    expect(awardsAfter(...three)).toBeUndefined();
    expect(awardsAfter(...three, completes(), reopens())).toBeUndefined();
    expect(awardsAfter(completes())).toBeUndefined();
    expect(names(awardsAfter(...three, completes(), reopens(), completes())?.longestStreak)).toEqual(['ann']);
  });

  it('pass over a player who was removed, and name one who has left', () => {
    expect(names(fastest(...rounds(['ann', 1], ['bob', 2]), removes('ann')))).toEqual(['bob']);
    expect(names(fastest(...rounds(['ann', 1], ['bob', 2]), leaves('ann')))).toEqual(['ann']);
  });

  it('follow a player to a new name and a new account', () => {
    const award = fastest(...rounds(['ann', 1]), renames('ann', 'Anna'), movesUser('ann', 'anna@home'));
    expect(award?.winners).toEqual([{ playerId: 'anna@home', name: 'Anna' }]);
  });

  it('equal those computed from the log of any game', () => {
    const stories = fc.tuple(startedGames([3]), correctedStories);
    const seen = { fastestBuzz: 0, longestStreak: 0 };
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const ended = play(playWishes(beginning, list), { ...step(MODERATOR, { type: 'completeGame' }) });
        if (ended.state.status !== 'completed') return;
        const { awards } = viewOf(ended.state, 'full');
        expect(awards ?? {}).toEqual(awardsInLog(ended.log));
        if (awards?.fastestBuzz) seen.fastestBuzz += 1;
        if (awards?.longestStreak) seen.longestStreak += 1;
      }),
      { numRuns: 200, examples: fixedExamples(stories) },
    );
    expect(seen.fastestBuzz).toBeGreaterThan(0);
  });
});

interface Answer {
  readonly playerId: string;
  readonly version: number;
  correct: boolean;
  readonly heardMs: number;
  readonly questionId: string;
}

/** Read off the events one by one, without what the state keeps of a verdict. */
function awardsInLog(log: readonly GameEvent[]) {
  const answers: Answer[] = [];
  let before: GameState = NO_GAME;
  for (const [at, event] of log.entries()) {
    const version = at + 1;
    if (event.type === 'answerJudged' && before.status === 'playing') {
      const heardMs = before.current?.answerQueue[0]?.heardMs ?? 0;
      answers.push({ ...event, version, heardMs });
    } else if (event.type === 'verdictUndone') {
      const undone = answers.findIndex((answer) => answer.version === event.verdict);
      if (undone >= 0) answers.splice(undone, 1);
    } else if (event.type === 'verdictChanged') {
      for (const answer of answers) if (answer.version === event.verdict) answer.correct = event.correct;
    } else if (event.type === 'seatMoved') {
      answers.forEach((answer, i) => {
        if (answer.playerId === event.from) answers[i] = { ...answer, playerId: event.to };
      });
    } else if (event.type === 'questionDeleted') {
      const kept = answers.filter(({ questionId }) => questionId !== event.questionId);
      answers.splice(0, answers.length, ...kept);
    }
    before = evolve(before, event);
  }
  if (before.status === 'none') return {};
  const ranked = before.players.filter(({ removed }) => removed === null);
  const own = ranked.map(({ id, name }) => {
    const mine = answers.filter(({ playerId }) => playerId === id);
    const heard = mine.filter(({ correct, heardMs }) => correct && heardMs > 0).map(({ heardMs }) => heardMs);
    const runs = mine
      .map(({ correct }) => (correct ? 'r' : 'w'))
      .join('')
      .split('w');
    return {
      winner: { playerId: id, name },
      heardMs: Math.min(Infinity, ...heard),
      count: Math.max(...runs.map(({ length }) => length)),
    };
  });
  const heardMs = Math.min(...own.map((one) => one.heardMs));
  const count = Math.max(...own.map((one) => one.count));
  const fastest = own.filter((one) => one.heardMs === heardMs);
  const longest = own.filter((one) => one.count === count);
  const sorted = (list: typeof own) => expect.arrayContaining(list.map(({ winner }) => winner));
  return {
    ...(heardMs < Infinity && fastest.length <= 2 && { fastestBuzz: { winners: sorted(fastest), heardMs } }),
    ...(count >= 3 && longest.length <= 2 && { longestStreak: { winners: sorted(longest), count } }),
  };
}
