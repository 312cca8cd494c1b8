import { changed } from '../board.js';
import type { UserId } from '../ids.js';
import { withReportedNames } from '../reported.js';
import type { GameView, QuestionView } from '../views.js';

/** The view with a player's new name wherever it is shown. */
export function personRenamed(view: GameView, id: UserId, name: string): GameView {
  const rename = <T extends { readonly playerId: UserId | null }>(entry: T) =>
    entry.playerId === id ? { ...entry, name } : entry;
  // Reports of another name are over.
  const reported = withReportedNames(view, (one) => one.id !== id || one.name === name);
  return {
    ...withQuestions(reported, (question) => ({
      ...question,
      answeredByName: question.answeredBy === id ? name : question.answeredByName,
      verdicts: question.verdicts && question.verdicts.map(rename),
    })),
    leaders: changed(view.leaders, id, (leader) => ({ ...leader, name })),
    nextSelector: isNextPlayer(view, id) ? { id, name } : view.nextSelector,
    lastVerdict: view.lastVerdict && rename(view.lastVerdict),
    scoreChanges: view.scoreChanges && view.scoreChanges.map(rename),
    current: view.current && { ...view.current, queue: view.current.queue.map(rename) },
  };
}

/** The view with another user id wherever the old one stood. */
export function personMoved(view: GameView, from: UserId, to: UserId, name = ''): GameView {
  const renamed = (id: UserId): UserId => (id === from ? to : id);
  const moved = <T extends { readonly playerId: UserId | null }>(entry: T) =>
    entry.playerId === from ? { ...entry, playerId: to } : entry;
  return {
    ...withQuestions(view, (question) => ({
      ...question,
      answeredBy: question.answeredBy && renamed(question.answeredBy),
      verdicts: question.verdicts && question.verdicts.map(moved),
    })),
    leaders: changed(view.leaders, from, (leader) => ({ ...leader, id: to })),
    ...(view.unreviewed && { unreviewed: view.unreviewed.map((one) => ({ ...one, id: renamed(one.id) })) }),
    ...(view.reported && { reported: view.reported.map((one) => ({ ...one, id: renamed(one.id) })) }),
    nextSelector: isNextPlayer(view, from) ? { id: to, name } : view.nextSelector,
    lastVerdict: view.lastVerdict && moved(view.lastVerdict),
    scoreChanges: view.scoreChanges && view.scoreChanges.map(moved),
    current: view.current && {
      ...view.current,
      queue: view.current.queue.map(moved),
      attemptedBy: view.current.attemptedBy && view.current.attemptedBy.map(renamed),
      ...(view.current.doubts && { doubts: view.current.doubts.map(moved) }),
    },
  };
}

/** Of a moderator who also holds a seat, the pick is the moderator's. */
const isNextPlayer = ({ nextSelector, moderatorId }: GameView, id: UserId): boolean =>
  nextSelector?.id === id && id !== moderatorId;

const withQuestions = (view: GameView, change: (question: QuestionView) => QuestionView): GameView => ({
  ...view,
  categories: view.categories.map((category) => ({ ...category, questions: category.questions.map(change) })),
});
