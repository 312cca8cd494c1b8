import { type CategoryDraft, type CategoryId, draftsOf, type GameView, type QuestionId } from '@earworm/rules';

/**
 * The questions of a game, for another one: under new ids, as its players could find the answers by those of the game.
 * @param view JSON text of its full view
 */
export function copiedQuestions(view: string, which: 'all' | 'unplayed', newId: () => string): CategoryDraft[] {
  const { categories } = JSON.parse(view) as GameView;
  return categories.flatMap(({ name, questions }) => {
    const copied = questions
      .filter(({ answered }) => which === 'all' || !answered)
      .flatMap((question) => draftsOf(question).map((draft) => ({ questionId: newId() as QuestionId, ...draft })));
    if (copied.length === 0 && which === 'unplayed') return [];
    return [{ categoryId: newId() as CategoryId, name, questions: copied }];
  });
}
