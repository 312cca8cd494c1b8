import type { UserId } from './ids.js';
import type { Game } from './state.js';
import type { GameView } from './views.js';

interface Owners {
  readonly from: UserId;
  readonly to: UserId;
}

/** The game of another owner, who also picks where the former one would. */
export function withOwnerId(game: Game, { from, to }: Owners): Game {
  if (game.moderatorId !== from) return game;
  if (game.status !== 'playing') return { ...game, moderatorId: to };
  const renamed = (id: UserId | null) => (id === from ? to : id);
  const { lastVerdict } = game;
  return {
    ...game,
    moderatorId: to,
    nextSelectorId: renamed(game.nextSelectorId),
    lastVerdict: lastVerdict && { ...lastVerdict, nextSelectorId: renamed(lastVerdict.nextSelectorId) },
  };
}

/** The same of a view. `name`: the new owner's. */
export function withOwnerIdInView(view: GameView, { from, to }: Owners, name: string): GameView {
  if (view.moderatorId !== from) return view;
  const { nextSelector } = view;
  return {
    ...view,
    moderatorId: to,
    moderatorName: name,
    nextSelector: nextSelector?.id === from ? { id: to, name } : nextSelector,
  };
}
