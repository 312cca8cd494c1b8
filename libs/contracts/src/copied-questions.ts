import { type CategoryDraft, type CategoryId, draftsOf, type GameView, type QuestionId } from '@earworm/rules';

/**
 * Copies the questions of a game for a new game. They get new ids: players of the old game know the answers by the old
 * ones. `unplayed` also drops categories that end up empty.
 * @param view JSON text of the game's full view
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
