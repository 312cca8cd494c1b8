import { describe, expect, it } from '@jest/globals';
import { decide, evolve, type Game, type GameState, viewOf } from '@earworm/rules';
import { contextOf, creates, draft, MODERATOR, step } from '@earworm/rules/testing';
import fc from 'fast-check';
import { boardOf } from '../../shared/live/board-of-game.js';
import type { BoardEdit } from '../../shared/live/board.js';
import type { Draft } from './draft.js';
import { applyEdit, boardOfDraft } from './draft-edit.js';

const categoryId = fc.constantFrom('tv', 'film', 'new').map((id) => id as BoardEdit['categoryId']);
type QuestionEdit = Extract<BoardEdit, { questionId: unknown }>;
const questionId = fc
  .constantFrom('q100', 'q200', 'q75', 'q300', 'fresh')
  .map((id) => id as QuestionEdit['questionId']);
const question = fc.constantFrom(draft(100), draft(250, { answer: 'Other' }));
const name = fc.constantFrom('Rock', ' Series ', '', 'TV');
const order = fc.nat(4);
const edits: fc.Arbitrary<BoardEdit> = fc.oneof(
  fc.record({ type: fc.constant('addCategory' as const), categoryId, name }),
  fc.record({ type: fc.constant('renameCategory' as const), categoryId, name }),
  fc.record({ type: fc.constant('moveCategory' as const), categoryId, order }),
  fc.record({ type: fc.constant('deleteCategory' as const), categoryId }),
  fc.record({ type: fc.constant('addQuestion' as const), categoryId, questionId, question }),
  fc.record({ type: fc.constant('updateQuestion' as const), categoryId, questionId, question }),
  fc.record({ type: fc.constant('moveQuestion' as const), categoryId, questionId, toCategoryId: categoryId, order }),
  fc.record({ type: fc.constant('deleteQuestion' as const), categoryId, questionId }),
);

const play = (state: GameState, command: Parameters<typeof decide>[1]) => {
  const decision = decide(state, command, contextOf(step(MODERATOR, command), 0));
  return decision.ok ? { state: decision.events.reduce(evolve, state), refused: null } : { state, refused: decision };
};
const boardOfGame = (state: GameState) => boardOf(viewOf(state as Game, 'full').categories);
const draftOfGame = (state: GameState): Draft => ({
  facts: { title: '', description: '', language: null, tags: [] },
  categories: boardOfGame(state).map(({ id, name, questions }) => ({
    categoryId: id,
    name,
    questions: questions.map(({ id: questionId, ...fields }) => ({ questionId, ...fields })),
  })),
});

describe('the board of a template', () => {
  it('becomes by the same edits what that of a game becomes, and refuses what the rules refuse', () => {
    let changes = 0;
    const begun = play({ status: 'none' }, creates().command).state;
    fc.assert(
      fc.property(fc.array(edits, { minLength: 10, maxLength: 40 }), (list) => {
        let game = begun;
        let template = draftOfGame(begun);
        for (const edit of list) {
          const played = play(game, edit);
          const edited = applyEdit(template, edit);
          expect('refused' in edited ? edited.refused : null).toBe(played.refused?.rejection.code ?? null);
          game = played.state;
          if ('draft' in edited) template = edited.draft;
          expect(boardOfDraft(template.categories)).toEqual(boardOfGame(game));
          if (played.refused === null) changes += 1;
        }
      }),
      { numRuns: 60 },
    );
    expect(changes).toBeGreaterThan(100);
  });
});
