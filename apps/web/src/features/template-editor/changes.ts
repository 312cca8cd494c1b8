import type { TemplateChange } from '@earworm/contracts';
import type { Category, Draft } from './draft.js';

/** Without the version and the id of the save. */
export type Change = Omit<TemplateChange, 'saveId' | 'basedOn'>;

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const idsOf = (draft: Draft) => draft.categories.map(({ categoryId }) => categoryId);

/** Null for none. Untouched categories are the same objects. */
export function changeBetween(base: Draft, draft: Draft): Change | null {
  const before = new Map(base.categories.map((category) => [category.categoryId, category]));
  const changed = draft.categories.filter((category) => !same(before.get(category.categoryId), category));
  const factsChanged = !same(base.facts, draft.facts);
  const order = idsOf(draft);
  const orderChanged = !same(idsOf(base), order);
  if (!factsChanged && !orderChanged && changed.length === 0) return null;
  return {
    ...(factsChanged ? { facts: draft.facts } : {}),
    ...(orderChanged || changed.length > 0 ? { order } : {}),
    changed,
  };
}

/** Categories that the change does not list come last. */
export function applyChange(base: Draft, change: Change): Draft {
  const byId = new Map<string, Category>(
    [...base.categories, ...change.changed].map((category) => [category.categoryId, category]),
  );
  const order = change.order ?? idsOf(base);
  return {
    facts: change.facts ?? base.facts,
    categories: order.flatMap((categoryId) => byId.get(categoryId) ?? []),
  };
}

export type Side = 'mine' | 'theirs';
export type Difference = { readonly key: string; readonly suggested: Side } & (
  | { readonly about: 'facts'; readonly mine: Draft['facts']; readonly theirs: Draft['facts'] }
  | { readonly about: 'order'; readonly mine: readonly Category[]; readonly theirs: readonly Category[] }
  | { readonly about: 'category'; readonly mine: Category | null; readonly theirs: Category | null }
);
const FACTS = 'facts';
const ORDER = 'order';

/** Suggests the side that has changed since `base`; both: mine. */
export function differencesOf(base: Draft | null, mine: Draft, theirs: Draft): Difference[] {
  const suggest = (was: unknown, own: unknown): Side => (base !== null && same(was, own) ? 'theirs' : 'mine');
  const [own, other] = [mine.facts, theirs.facts];
  const facts: Difference[] = same(own, other)
    ? []
    : [{ about: 'facts', key: FACTS, mine: own, theirs: other, suggested: suggest(base?.facts, own) }];
  const find = (draft: Draft | null, id: string) =>
    draft?.categories.find(({ categoryId }) => categoryId === id) ?? null;
  const ids = new Set<string>([...idsOf(mine), ...idsOf(theirs)]);
  const categories = [...ids].flatMap((key): Difference[] => {
    const [own, other] = [find(mine, key), find(theirs, key)];
    if (same(own, other)) return [];
    return [{ about: 'category', key, mine: own, theirs: other, suggested: suggest(find(base, key), own) }];
  });
  return [...facts, ...orderDifference(base, mine, theirs), ...categories];
}

/** Of the categories that both versions have. */
function orderDifference(base: Draft | null, mine: Draft, theirs: Draft): Difference[] {
  const shared = new Set<string>(idsOf(theirs));
  const both = new Set<string>(idsOf(mine).filter((id) => shared.has(id)));
  const ofBoth = ({ categories }: Draft) => categories.filter(({ categoryId }) => both.has(categoryId));
  const idsOfBoth = (draft: Draft, among = both) => idsOf(draft).filter((id) => among.has(id));
  if (same(idsOfBoth(mine), idsOfBoth(theirs))) return [];
  const were = new Set<string>(base ? idsOfBoth(base) : []);
  const untouched = base !== null && same(idsOfBoth(base), idsOfBoth(mine, were));
  const suggested: Side = untouched ? 'theirs' : 'mine';
  return [{ about: 'order', key: ORDER, mine: ofBoth(mine), theirs: ofBoth(theirs), suggested }];
}

/** Categories that only the other order has come last. */
export function mergeBy(mine: Draft, theirs: Draft, picks: ReadonlyMap<string, Side>): Draft {
  const side = (key: string) => picks.get(key) ?? 'mine';
  const [first, second] = side(ORDER) === 'mine' ? [mine, theirs] : [theirs, mine];
  const order = [...new Set([...idsOf(first), ...idsOf(second)])];
  const find = (draft: Draft, id: string) => draft.categories.find(({ categoryId }) => categoryId === id);
  return {
    facts: side(FACTS) === 'mine' ? mine.facts : theirs.facts,
    categories: order.flatMap((id) => {
      if (!picks.has(id)) return find(mine, id) ?? find(theirs, id) ?? [];
      return find(side(id) === 'mine' ? mine : theirs, id) ?? [];
    }),
  };
}
