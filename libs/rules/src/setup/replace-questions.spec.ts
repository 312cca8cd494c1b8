import { describe, expect, it } from '@jest/globals';
import type { AnyCommand } from '../commands.js';
import { given } from '../testing/given-when-then.js';
import { category, completes, creates, draft, joins, MODERATOR, question, starts, step } from '../testing/steps.js';

type Lists = (AnyCommand & { type: 'replaceQuestions' })['categories'];
const listOf = (id: string, answers: readonly string[], name = 'Eighties'): Lists[number] => ({
  categoryId: category(id),
  name,
  questions: answers.map((answer, n) => ({ questionId: question(`${id}-${n}`), ...draft(100), answer })),
});
const replaces = (...categories: Lists) => ({
  ...step(MODERATOR, { type: 'replaceQuestions', categories }),
  isServer: true,
});
const boardOf = (played: Pick<ReturnType<typeof given>, 'game'>) =>
  played.game().categories.map(({ name, questions }) => [name, questions.map(({ answer }) => answer)]);

describe('Replacing the questions of a game', () => {
  it('leaves the new ones alone, for players who wait, too', () => {
    const played = given(creates(), joins('ann')).when(replaces(listOf('a', ['One', 'Two']), listOf('b', [], 'Pop')));
    expect(boardOf(played)).toEqual([
      ['Eighties', ['One', 'Two']],
      ['Pop', []],
    ]);
  });

  it('changes nothing when they are the same under other ids', () => {
    const before = given(creates(), replaces(listOf('a', ['One', 'Two'])));
    expect(before.when(replaces(listOf('b', ['One', 'Two'])))).toMatchObject({ refusal: null, events: [] });
    expect(boardOf(before.when(replaces(listOf('b', ['Two', 'One']))))).toEqual([['Eighties', ['Two', 'One']]]);
  });

  it('takes ids that the questions before had', () => {
    const played = given(creates(), replaces(listOf('a', ['One']))).when(replaces(listOf('a', ['Two'])));
    expect(boardOf(played)).toEqual([['Eighties', ['Two']]]);
  });

  it('keeps the board when one question is at fault', () => {
    const played = given(creates()).when(replaces(listOf('a', ['One', ''])));
    expect(played.refusal).toBe('answer-required');
    expect(boardOf(played)).toEqual(boardOf(given(creates())));
  });

  it.each([
    ['has begun', [starts()], 'not-in-setup'],
    ['is over', [starts(), completes()], 'game-ended'],
  ])('refuses a game that %s', (_, story, code) => {
    expect(given(creates(), joins('ann'), ...story).when(replaces(listOf('a', ['One']))).refusal).toBe(code);
  });
});
