import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RefusedError, type TemplateChange, type TemplateContent, TemplateId } from '@earworm/contracts';
import { CategoryDraft } from '@earworm/rules';
import { applyChange, differencesOf, mergeBy } from './changes.js';
import {
  addCategory,
  type Draft,
  draftOf,
  moveCategory,
  removeCategory,
  renamed,
  withCategory,
  withFacts,
} from './draft.js';
import { createEditor } from './editor.js';
import type { DraftStore, StoredDraft, LeftDraft } from './stored-drafts.js';

const category = (categoryId: string, name = categoryId) => CategoryDraft.parse({ categoryId, name, questions: [] });

/** The library's side of the contract: one version after the other, each save once. */
class Shelf {
  content: TemplateContent = {
    templateId: TemplateId.parse('template-1'),
    version: 1,
    publishedAt: null,
    takenDown: null,
    mine: true,
    title: 'Quiz',
    description: '',
    language: null,
    tags: [],
    categories: [category('a'), category('b')],
  };
  saves = 0;
  away = false;
  /** The next save arrives, and its answer does not. */
  loseAnswer = false;
  private lastSaveId = '';

  readonly load = () => Promise.resolve(this.content);
  readonly save = (change: TemplateChange): Promise<{ version: number }> => {
    if (this.away) return Promise.reject(new RefusedError('unavailable'));
    if (change.saveId !== this.lastSaveId) {
      if (change.basedOn !== this.content.version) {
        return Promise.reject(new RefusedError('template-changed', { version: this.content.version }));
      }
      const { facts, categories } = applyChange(draftOf(this.content), change);
      this.content = { ...this.content, ...facts, categories: [...categories], version: this.content.version + 1 };
      this.lastSaveId = change.saveId;
      this.saves++;
    }
    if (this.loseAnswer) {
      this.loseAnswer = false;
      return Promise.reject(new RefusedError('unavailable'));
    }
    return Promise.resolve({ version: this.content.version });
  };
}

/** A browser's storage, and the place of one editor in it. */
class Memory implements DraftStore {
  readonly left: readonly LeftDraft[];
  private readonly own: string;
  constructor(readonly stored = new Map<string, StoredDraft>()) {
    this.left = [...stored].map(([key, draft]) => ({ key, stored: draft })).reverse();
    this.own = `tab ${(Memory.tabs += 1)}`;
  }
  private static tabs = 0;
  get storedDraft(): StoredDraft | null {
    return this.stored.get(this.own) ?? null;
  }
  readonly write = (storedDraft: StoredDraft | null) => {
    if (storedDraft) this.stored.set(this.own, storedDraft);
    else this.stored.delete(this.own);
    return true;
  };
  readonly forget = ({ key }: LeftDraft) => void this.stored.delete(key);
  readonly close = () => undefined;
}

const rename = (name: string) => (draft: ReturnType<typeof draftOf>) => withCategory(draft, 'a', renamed(name));

describe('editing a template', () => {
  let shelf: Shelf;
  let memory: Memory;
  const open = () => createEditor(shelf.content, { ...shelf, keeper: memory });

  beforeEach(() => {
    jest.useFakeTimers();
    shelf = new Shelf();
    memory = new Memory();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('saves by itself when typing pauses, and at least every five seconds', async () => {
    const editor = open();
    editor.getState().edit(rename('Eighties'), 'a');
    await jest.advanceTimersByTimeAsync(799);
    expect(shelf.saves).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(shelf.content.categories[0]?.name).toBe('Eighties');
    expect(editor.getState().state).toBe('saved');
    for (let letter = 0; letter < 30; letter++) {
      editor.getState().edit(rename(`Eighties ${letter}`), 'a');
      await jest.advanceTimersByTimeAsync(400);
    }
    expect(shelf.saves).toBeGreaterThanOrEqual(3);
  });

  it('takes back what was typed in one go as one step, and gives it again', () => {
    const { getState } = open();
    for (const name of ['E', 'Ei', 'Eig']) getState().edit(rename(name), 'a');
    getState().edit((draft) => addCategory(draft, category('c')));
    const names = () => getState().timeline.present.categories.map(({ name }) => name);
    getState().undo();
    expect(names()).toEqual(['Eig', 'b']);
    getState().undo();
    expect(names()).toEqual(['a', 'b']);
    getState().redo();
    getState().redo();
    expect(names()).toEqual(['Eig', 'b', 'c']);
  });

  it('keeps what is typed offline, says so, and saves it when the way is back', async () => {
    const editor = open();
    shelf.away = true;
    editor.getState().edit(rename('Typed on a train'), 'a');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(editor.getState().state).toBe('offline');
    editor.getState().edit((draft) => withFacts(draft, { title: 'And more' }), 'title');
    await jest.advanceTimersByTimeAsync(300);
    expect(memory.storedDraft).not.toBeNull();
    shelf.away = false;
    await jest.advanceTimersByTimeAsync(30_000);
    expect(shelf.content).toMatchObject({ title: 'And more', categories: [{ name: 'Typed on a train' }, {}] });
    expect([editor.getState().state, memory.storedDraft]).toEqual(['saved', null]);
  });

  it('finds what was kept after the page was closed, and saves it', async () => {
    const editor = open();
    shelf.away = true;
    editor.getState().edit(rename('Before the battery died'));
    await jest.advanceTimersByTimeAsync(300);
    shelf.away = false;
    memory = new Memory(memory.stored);
    const again = open();
    expect(again.getState().timeline.present.categories[0]?.name).toBe('Before the battery died');
    await jest.advanceTimersByTimeAsync(1_000);
    expect(shelf.content.categories[0]?.name).toBe('Before the battery died');
  });

  it('keeps what two tabs have left unsaved, shows both, and saves what was picked of them', async () => {
    const { stored } = memory;
    const first = open();
    memory = new Memory(stored);
    const second = open();
    shelf.away = true;
    first.getState().edit(rename('From the first tab'));
    await jest.advanceTimersByTimeAsync(300);
    second.getState().edit((draft) => withCategory(draft, 'b', renamed('From the second tab')));
    await jest.advanceTimersByTimeAsync(300);
    expect(stored.size).toBe(2);
    shelf.away = false;

    memory = new Memory(stored);
    const again = open();
    const { conflict, timeline } = again.getState();
    expect(conflict).toMatchObject({ with: 'left', theirs: { categories: [{ name: 'From the first tab' }, {}] } });
    expect(timeline.present.categories[1]?.name).toBe('From the second tab');
    // A page that is closed before a version was chosen.
    again.getState().stop();
    expect(stored.size).toBe(2);
    const picks = new Map([
      ['a', 'theirs'],
      ['b', 'mine'],
    ] as const);
    await again.getState().settle(mergeBy(timeline.present, conflict!.theirs, picks));
    expect(shelf.content.categories.map(({ name }) => name)).toEqual(['From the first tab', 'From the second tab']);
    expect([again.getState().conflict, stored.size]).toEqual([null, 0]);
  });

  it('asks nothing of what was left when it is saved by now', async () => {
    const { stored } = memory;
    open().getState().edit(rename('Known'));
    await jest.advanceTimersByTimeAsync(300);
    const left = [...stored.values()];
    await jest.advanceTimersByTimeAsync(1_000);
    left.forEach((storedDraft, tab) => stored.set(`lost tab ${tab}`, { ...storedDraft, basedOn: 2 }));
    memory = new Memory(stored);
    const again = open();
    await jest.advanceTimersByTimeAsync(1_000);
    expect([again.getState().conflict, again.getState().state, stored.size]).toEqual([null, 'saved', 0]);
  });

  it('forgets the drafts of all lost tabs when the library has them by now', async () => {
    const { stored } = memory;
    open().getState().edit(rename('Known'));
    await jest.advanceTimersByTimeAsync(300);
    const [storedDraft] = stored.values();
    await jest.advanceTimersByTimeAsync(1_000);
    for (const tab of ['lost tab 1', 'lost tab 2']) stored.set(tab, { ...storedDraft!, basedOn: 2 });
    memory = new Memory(stored);
    open();
    await jest.advanceTimersByTimeAsync(1_000);
    expect([...stored.keys()]).toEqual([]);
  });

  it('recognises its own save whose answer was lost', async () => {
    const editor = open();
    shelf.loseAnswer = true;
    editor.getState().edit(rename('Once'));
    await jest.advanceTimersByTimeAsync(1_000);
    editor.getState().edit(rename('Twice'));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(editor.getState()).toMatchObject({ state: 'saved', conflict: null });
    expect(shelf.saves).toBe(2);
    expect(shelf.content.categories[0]?.name).toBe('Twice');
  });

  it('reports a conflict in the second of two tabs, overwrites nothing, and saves the merge', async () => {
    const [first, second] = [open(), createEditor(shelf.content, { ...shelf, keeper: new Memory() })];
    first.getState().edit(rename('From the first tab'));
    await jest.advanceTimersByTimeAsync(1_000);
    second.getState().edit((draft) => withCategory(draft, 'b', renamed('From the second tab')));
    await jest.advanceTimersByTimeAsync(1_000);
    const { conflict, timeline } = second.getState();
    expect(second.getState().state).toBe('conflict');
    expect(shelf.content.categories.map(({ name }) => name)).toEqual(['From the first tab', 'b']);
    const differences = differencesOf(conflict?.base ?? null, timeline.present, conflict?.theirs ?? timeline.present);
    expect(differences.map(({ key, suggested }) => [key, suggested])).toEqual([
      ['a', 'theirs'],
      ['b', 'mine'],
    ]);
    const picks = new Map(differences.map(({ key, suggested }) => [key, suggested]));
    await second.getState().settle(mergeBy(timeline.present, conflict!.theirs, picks));
    expect(shelf.content.categories.map(({ name }) => name)).toEqual(['From the first tab', 'From the second tab']);
    second.getState().undo();
    expect(second.getState().timeline.present.categories.map(({ name }) => name)).toEqual(['a', 'From the second tab']);
  });

  it('asks about the order of categories too: what another tab moved is not moved back unseen', async () => {
    const [first, second] = [open(), createEditor(shelf.content, { ...shelf, keeper: new Memory() })];
    first.getState().edit((draft) => moveCategory(draft, 'b', 0));
    await jest.advanceTimersByTimeAsync(1_000);
    second.getState().edit((draft) => withCategory(draft, 'b', renamed('Renamed here')));
    await jest.advanceTimersByTimeAsync(1_000);
    const { conflict, timeline } = second.getState();
    const differences = differencesOf(conflict?.base ?? null, timeline.present, conflict?.theirs ?? timeline.present);
    expect(differences.map(({ key, suggested }) => [key, suggested])).toEqual([
      ['order', 'theirs'],
      ['b', 'mine'],
    ]);
    const picks = new Map(differences.map(({ key, suggested }) => [key, suggested]));
    const names = (picked: typeof picks) =>
      mergeBy(timeline.present, conflict!.theirs, picked).categories.map(({ name }) => name);
    expect(names(picks)).toEqual(['Renamed here', 'a']);
    expect(names(new Map([...picks, ['order', 'mine']]))).toEqual(['a', 'Renamed here']);
    expect(names(new Map([...picks, ['b', 'theirs']]))).toEqual(['b', 'a']);
  });

  it('reports no change of the order for a category that only one tab has', () => {
    const base = draftOf(shelf.content);
    const added = addCategory(base, category('new'));
    const removed = removeCategory(base, 'a');
    const keys = (mine: Draft, theirs: Draft) => differencesOf(base, mine, theirs).map(({ about }) => about);
    expect(keys(added, base)).toEqual(['category']);
    expect(keys(added, removed)).toEqual(['category', 'category']);
    expect(keys(moveCategory(base, 'b', 0), added)).toEqual(['order', 'category']);
  });

  it('says why when the library refuses for good, and does not ask again until something changes', async () => {
    const refusing = { ...shelf, save: jest.fn(() => Promise.reject(new RefusedError('template-too-large'))) };
    const editor = createEditor(shelf.content, { ...refusing, keeper: memory });
    editor.getState().edit(rename('x'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(editor.getState()).toMatchObject({ state: 'refused', refusal: { code: 'template-too-large' } });
    expect(refusing.save).toHaveBeenCalledTimes(1);
    expect(memory.storedDraft).not.toBeNull();
  });
});
