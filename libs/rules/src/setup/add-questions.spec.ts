import { describe, expect, it } from '@jest/globals';
import type { AnyCommand } from '../commands.js';
import { CATEGORIES_MAX, QUESTIONS_PER_CATEGORY_MAX, QUIZ_BYTES_MAX } from '../constants.js';
import { given } from '../testing/given-when-then.js';
import { category, creates, createsAs, draft, joins, MODERATOR, question, starts, step } from '../testing/steps.js';

type Lists = (AnyCommand & { type: 'addQuestions' })['categories'];
const listOf = (id: string, ids: readonly string[], name = 'Eighties'): Lists[number] => ({
  categoryId: category(id),
  name,
  questions: ids.map((each) => ({ questionId: question(each), ...draft(100) })),
});
const adds = (...categories: Lists) => step(MODERATOR, { type: 'addQuestions', categories });
const numbered = (count: number, prefix = 'n') => Array.from({ length: count }, (_, i) => `${prefix}${i}`);
const boardOf = (played: Pick<ReturnType<typeof given>, 'game'>) =>
  Object.fromEntries(played.game().categories.map(({ id, questions }) => [id, questions.map((one) => one.id)]));

describe('Adding a list of questions', () => {
  it('creates its new categories and adds to those that exist, in the order of the list', () => {
    const played = given(creates()).when(adds(listOf('tv', ['t1', 't2'], ''), listOf('eighties', ['e1', 'e2'])));
    expect(boardOf(played)).toMatchObject({
      tv: expect.arrayContaining(['t1', 't2']) as unknown,
      eighties: ['e1', 'e2'],
    });
    expect(played.game().categories.at(-1)?.name).toBe('Eighties');
  });

  it('takes two parts for one new category', () => {
    const played = given(creates()).when(adds(listOf('new', ['a']), listOf('new', ['b'])));
    expect(boardOf(played)).toMatchObject({ new: ['a', 'b'] });
  });

  it('works while the game is played', () => {
    const played = given(creates(), joins('ann'), starts()).when(adds(listOf('late', ['l1'])));
    expect(boardOf(played)).toMatchObject({ late: ['l1'] });
  });

  const good = listOf('good', ['g1', 'g2']);
  const bad = (fields: object): Lists => [
    good,
    { ...listOf('bad', []), questions: [{ questionId: question('b1'), ...draft(100), ...fields }] },
  ];
  it.each<[string, Lists, string, string]>([
    ['a link that is none', bad({ youtubeLink: 'no link' }), 'youtube-link-invalid', 'b1'],
    ['no link', bad({ youtubeLink: ' ' }), 'youtube-link-required', 'b1'],
    ['no answer', bad({ answer: '' }), 'answer-required', 'b1'],
    ['a question twice', [good, listOf('again', ['g2'])], 'id-taken', 'g2'],
    ['a question of the board', [good, listOf('again', ['q100'])], 'id-taken', 'q100'],
    ['a category without a name', [good, listOf('nameless', [], ' ')], 'category-name-required', 'nameless'],
    [
      'a category too many',
      numbered(CATEGORIES_MAX + 1).map((id) => listOf(id, [])),
      'game-full',
      `n${CATEGORIES_MAX - 2}`,
    ],
    ['a question too many', [listOf('long', numbered(QUESTIONS_PER_CATEGORY_MAX + 1))], 'game-full', 'n30'],
  ])('adds nothing when it has %s, and names it', (_, list, code, id) => {
    const played = given(creates()).when(adds(...list));
    expect(played.last).toMatchObject({ ok: false, rejection: { code, params: { id } } });
    expect(boardOf(played)).toEqual(boardOf(given(creates())));
  });

  describe('in a game of the most bytes', () => {
    const full = numbered(Math.ceil(QUIZ_BYTES_MAX / 200 / QUESTIONS_PER_CATEGORY_MAX)).map((id) => ({
      ...listOf(id, []),
      questions: numbered(QUESTIONS_PER_CATEGORY_MAX, `${id}q`).map((each) => ({
        questionId: question(each),
        ...draft(100),
        answer: 'x'.repeat(200),
      })),
    }));

    it('adds nothing when the list is more than the limit', () => {
      expect(given(creates()).when(adds(...full)).refusal).toBe('quiz-too-large');
    });

    it('adds a list of empty categories to a copy that exceeds the limit, but no question', () => {
      const copy = createsAs('Mo', full);
      expect(given(copy).when(adds(listOf('new', []))).last).toMatchObject({ ok: true });
      expect(given(copy).when(adds(listOf('new', ['one']))).refusal).toBe('quiz-too-large');
    });
  });
});
