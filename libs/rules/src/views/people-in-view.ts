import { changed } from '../board.js';
import type { UserId } from '../ids.js';
import type { GameView, QuestionView } from '../views.js';

/** The view with a player's new name wherever it is shown. */
export function personRenamed(view: GameView, id: UserId, name: string): GameView {
  const rename = <T extends { readonly playerId: UserId }>(entry: T) =>
    entry.playerId === id ? { ...entry, name } : entry;
  return {
    ...withQuestions(view, (question) =>
      question.answeredBy === id ? { ...question, answeredByName: name } : question,
    ),
    leaders: changed(view.leaders, id, (leader) => ({ ...leader, name })),
    nextSelector: view.nextSelector?.id === id ? { id, name } : view.nextSelector,
    current: view.current && { ...view.current, queue: view.current.queue.map(rename) },
  };
}

/** The view with another user id wherever the old one stood. */
export function personMoved(view: GameView, from: UserId, to: UserId): GameView {
  const renamed = (id: UserId): UserId => (id === from ? to : id);
  return {
    ...withQuestions(view, (question) => (question.answeredBy === from ? { ...question, answeredBy: to } : question)),
    leaders: changed(view.leaders, from, (leader) => ({ ...leader, id: to })),
    nextSelector:
      view.nextSelector?.id === from && from !== view.moderatorId
        ? { ...view.nextSelector, id: to }
        : view.nextSelector,
    current: view.current && {
      ...view.current,
      queue: view.current.queue.map((entry) => ({ ...entry, playerId: renamed(entry.playerId) })),
      attemptedBy: view.current.attemptedBy && view.current.attemptedBy.map(renamed),
    },
  };
}

const withQuestions = (view: GameView, change: (question: QuestionView) => QuestionView): GameView => ({
  ...view,
  categories: view.categories.map((category) => ({ ...category, questions: category.questions.map(change) })),
});
