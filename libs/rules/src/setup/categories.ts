import { z } from 'zod';
import { categoryOf, changed, moved, without, withoutLostProposal } from '../board.js';
import { CATEGORIES_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { CategoryId, Version } from '../ids.js';
import { CategoryName } from '../quiz.js';
import type { Category, Game } from '../state.js';
import { cleanText } from '../texts.js';
import type { CategoryView, GameView } from '../views.js';
import { isStale, whyFixed } from './questions.js';

export const categoryAdded = event('categoryAdded', {
  fields: () => ({ categoryId: CategoryId, name: z.string() }),
  evolve: (game, { categoryId: id, name }) => {
    const category = { id, name, questions: [], changedAtVersion: game.version + 1 };
    return { ...game, categories: [...game.categories, category] };
  },
});

export const categoryAddedView: ViewEvolution<typeof categoryAdded> = {
  evolveView: (view, { categoryId: id, name }) => {
    const category: CategoryView = { id, name, questions: [] };
    return { ...view, categories: [...view.categories, category] };
  },
};

export const addCategory = command('addCategory', {
  issuer: 'settings',
  fields: () => ({ categoryId: CategoryId, name: CategoryName }),
  decide: ({ game, at }, { categoryId, name: typed }): Emits<typeof categoryAdded> => {
    const name = cleanText(typed);
    if (name === '') return rejected('category-name-required');
    if (categoryOf(game, categoryId) !== undefined) return rejected('id-taken', { id: categoryId });
    if (game.categories.length >= CATEGORIES_MAX) return rejected('game-full');
    return [{ type: 'categoryAdded', at, categoryId, name }];
  },
});

export const categoryRenamed = event('categoryRenamed', {
  fields: () => ({ categoryId: CategoryId, name: z.string() }),
  evolve: (game, { categoryId, name }) => {
    const change = { name, changedAtVersion: game.version + 1 };
    return { ...game, categories: changed(game.categories, categoryId, (c) => ({ ...c, ...change })) };
  },
});

export const categoryRenamedView: ViewEvolution<typeof categoryRenamed> = {
  evolveView: (view, { categoryId, name }) => ({
    ...view,
    categories: changed(view.categories, categoryId, (c) => ({ ...c, name })),
  }),
};

export const renameCategory = command('renameCategory', {
  issuer: 'settings',
  fields: () => ({ categoryId: CategoryId, name: CategoryName, basedOn: Version.optional() }),
  decide: ({ game, at }, { categoryId, name: typed, basedOn }): Emits<typeof categoryRenamed> => {
    const category = categoryOf(game, categoryId);
    if (category === undefined) return rejected('category-not-found', { id: categoryId });
    const name = cleanText(typed);
    if (name === '') return rejected('category-name-required');
    if (name === category.name) return [];
    if (isStale(category, basedOn)) return rejected('stale-edit');
    return [{ type: 'categoryRenamed', at, categoryId, name }];
  },
});

interface Move {
  readonly categoryId: CategoryId;
  readonly order: number;
}
const withMoved = <G extends Game | GameView>(game: G, { categoryId, order }: Move): G => ({
  ...game,
  categories: moved<Category | CategoryView>(game.categories, categoryId, order),
});

export const categoryMoved = event('categoryMoved', {
  fields: () => ({ categoryId: CategoryId, order: z.number() }),
  evolve: withMoved<Game>,
});

export const categoryMovedView: ViewEvolution<typeof categoryMoved> = { evolveView: withMoved };

/** `order` is an index; past the end means last. */
export const moveCategory = command('moveCategory', {
  issuer: 'settings',
  fields: () => ({ categoryId: CategoryId, order: z.number().int().min(0).max(CATEGORIES_MAX) }),
  decide: ({ game, at }, { categoryId, order: wanted }): Emits<typeof categoryMoved> => {
    const index = game.categories.findIndex(({ id }) => id === categoryId);
    if (index < 0) return rejected('category-not-found', { id: categoryId });
    const order = Math.min(wanted, game.categories.length - 1);
    return index === order ? [] : [{ type: 'categoryMoved', at, categoryId, order }];
  },
});

const withDeleted = <G extends Game | GameView>(game: G, { categoryId }: Pick<Move, 'categoryId'>): G =>
  withoutLostProposal({ ...game, categories: without<Category | CategoryView>(game.categories, categoryId) });

export const categoryDeleted = event('categoryDeleted', {
  fields: () => ({ categoryId: CategoryId }),
  evolve: withDeleted<Game>,
});

export const categoryDeletedView: ViewEvolution<typeof categoryDeleted> = { evolveView: withDeleted };

/** A category goes with its questions, so it stays while one of them is being played or has been. */
export const deleteCategory = command('deleteCategory', {
  issuer: 'settings',
  fields: () => ({ categoryId: CategoryId }),
  decide: ({ game, at }, { categoryId }): Emits<typeof categoryDeleted> => {
    const category = categoryOf(game, categoryId);
    if (category === undefined) return rejected('category-not-found', { id: categoryId });
    const fixed = category.questions.map((question) => whyFixed(game, question)).find((why) => why !== null);
    return fixed ?? [{ type: 'categoryDeleted', at, categoryId }];
  },
});
