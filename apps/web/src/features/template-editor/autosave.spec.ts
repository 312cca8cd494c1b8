import { describe, expect, it } from '@jest/globals';
import { type TemplateContent, TemplateId } from '@earworm/contracts';
import { CategoryDraft } from '@earworm/rules';
import { type Autosave, type AutosaveEvent, draftToKeep, openAutosave, reduce, saveDelay } from './autosave.js';
import { type Draft, draftOf, withFacts } from './draft.js';
import type { LeftDraft } from './stored-drafts.js';

const NOW = 1_000_000;
const content = (title = 'Quiz', version = 1): TemplateContent => ({
  templateId: TemplateId.parse('template-1'),
  version,
  publishedAt: null,
  takenDown: null,
  mine: true,
  title,
  description: '',
  language: null,
  tags: [],
  categories: [CategoryDraft.parse({ categoryId: 'a', name: 'Rock', questions: [] })],
});
const titled = (title: string): Draft => withFacts(draftOf(content()), { title });
const edited = (title: string, now = NOW): AutosaveEvent => ({
  type: 'edited',
  draft: titled(title),
  mark: 'title',
  now,
});
const after = (...events: AutosaveEvent[]): Autosave => events.reduce(reduce, openAutosave(content(), [], 'conflict'));
const leftBy = (tab: string, title: string, basedOn = 1): LeftDraft => ({
  key: tab,
  stored: { basedOn, saveId: `save of ${tab}`, change: { facts: titled(title).facts, changed: [] } },
});

const SAVE: AutosaveEvent = { type: 'saveStarted', saveId: 'save-1' };
const SAVED: AutosaveEvent = { type: 'saved', version: 2 };
const OFFLINE: AutosaveEvent = { type: 'failed', code: 'unavailable', params: {} };
const OUTDATED: AutosaveEvent = { type: 'failed', code: 'template-changed', params: { version: 2 } };
const NEWER: AutosaveEvent = { type: 'newerVersionLoaded', content: content('Theirs', 2), conflictId: 'conflict-1' };

describe('autosave of a template', () => {
  it('starts with nothing to save', () => {
    expect(after()).toMatchObject({ state: 'saved', attempt: null, conflict: null });
    expect(draftToKeep(after(), 'new')).toBeNull();
  });

  it('waits after an edit, and keeps the change in the browser', () => {
    const autosave = after(edited('New'));
    expect(autosave).toMatchObject({ state: 'waiting', waitingSince: NOW });
    expect(draftToKeep(autosave, 'new')).toMatchObject({
      basedOn: 1,
      saveId: 'new',
      change: { facts: { title: 'New' } },
    });
  });

  it('ignores an edit that changes nothing', () => {
    const autosave = after();
    const same: AutosaveEvent = { type: 'edited', draft: autosave.timeline.present, mark: null, now: NOW };
    expect(reduce(autosave, same)).toBe(autosave);
  });

  it('saves after a pause in typing, and at least five seconds after the first edit', () => {
    const autosave = after(edited('A'), edited('AB', NOW + 400));
    expect(saveDelay(autosave, NOW + 400)).toBe(800);
    expect(saveDelay(autosave, NOW + 4_900)).toBe(100);
    expect(saveDelay(autosave, NOW + 6_000)).toBe(0);
  });

  it('sends the change on top of the version that it was made on', () => {
    const autosave = after(edited('New'), SAVE);
    expect(autosave).toMatchObject({ state: 'saving', waitingSince: null });
    expect(autosave.attempt?.change).toMatchObject({ saveId: 'save-1', basedOn: 1, facts: { title: 'New' } });
  });

  it('becomes saved at once when an undo leaves nothing to send', () => {
    const autosave = after(edited('New'), { type: 'undone', now: NOW }, SAVE);
    expect(autosave).toMatchObject({ state: 'saved', attempt: null });
  });

  it('restores with redo what undo removed', () => {
    const autosave = after(edited('New'), { type: 'undone', now: NOW }, { type: 'redone', now: NOW });
    expect(autosave.timeline.present.facts.title).toBe('New');
  });

  it('counts from the saved version after a save', () => {
    const autosave = after(edited('New'), SAVE, SAVED);
    expect(autosave).toMatchObject({ state: 'saved', attempt: null, base: { version: 2 } });
    expect(draftToKeep(autosave, 'new')).toBeNull();
  });

  it('keeps what was typed while a save was on its way', () => {
    const autosave = after(edited('New'), SAVE, edited('Newer'), SAVED);
    expect(draftToKeep(autosave, 'new')).toMatchObject({ basedOn: 2, change: { facts: { title: 'Newer' } } });
  });

  it('sends the same save again after a temporary failure, with a doubled pause', () => {
    const autosave = after(edited('New'), SAVE, OFFLINE);
    expect(autosave).toMatchObject({ state: 'offline', retryMs: 4_000 });
    const again = reduce(autosave, { ...SAVE, saveId: 'save-2' });
    expect(again.attempt?.change.saveId).toBe('save-1');
    expect(draftToKeep(again, 'new')?.saveId).toBe('save-1');
  });

  it('never waits longer than 30 seconds for the next attempt, and starts over after a save', () => {
    const autosave = after(edited('New'), SAVE, ...Array.from({ length: 9 }, () => OFFLINE));
    expect(autosave.retryMs).toBe(30_000);
    expect(reduce(autosave, SAVED).retryMs).toBe(2_000);
  });

  it('remains offline while typing continues', () => {
    expect(after(edited('New'), SAVE, OFFLINE, edited('Newer')).state).toBe('offline');
  });

  it('shows a final refusal until the next edit, which is saved separately', () => {
    const refused = after(edited('New'), SAVE, { type: 'failed', code: 'template-too-large', params: {} });
    expect(refused).toMatchObject({ state: 'refused', attempt: null, refusal: { code: 'template-too-large' } });
    expect(reduce(refused, edited('Newer'))).toMatchObject({ state: 'waiting', refusal: null });
  });

  it('becomes a conflict when the library has a newer version', () => {
    const autosave = after(edited('Mine'), SAVE, OUTDATED, NEWER);
    expect(autosave).toMatchObject({ state: 'conflict', attempt: null });
    expect(autosave.conflict).toMatchObject({
      id: 'conflict-1',
      with: 'library',
      base: { facts: { title: 'Quiz' } },
      theirs: { facts: { title: 'Theirs' } },
      version: 2,
    });
  });

  it('becomes offline when the newer version cannot be loaded', () => {
    expect(after(edited('Mine'), SAVE, OUTDATED, { type: 'newerVersionUnavailable' }).state).toBe('offline');
  });

  it('keeps edits during a conflict without leaving it', () => {
    const autosave = after(edited('Mine'), SAVE, OUTDATED, NEWER, edited('Mine again'));
    expect(autosave).toMatchObject({ state: 'conflict', timeline: { present: { facts: { title: 'Mine again' } } } });
  });

  it('saves the resolution of a conflict on top of the newer version', () => {
    const settled: AutosaveEvent = { type: 'settled', draft: titled('Both'), now: NOW, conflictId: 'next' };
    const autosave = after(edited('Mine'), SAVE, OUTDATED, NEWER, settled, SAVE);
    expect(autosave).toMatchObject({ state: 'saving', conflict: null });
    expect(autosave.attempt?.change).toMatchObject({ basedOn: 2, facts: { title: 'Both' } });
  });
});

describe('the autosave of a template that opens with drafts of closed tabs', () => {
  it('continues a draft with the save that it was sent in', () => {
    const autosave = openAutosave(content(), [leftBy('tab 1', 'Left')], 'conflict-1');
    expect(autosave).toMatchObject({ state: 'waiting', conflict: null, obsolete: [{ key: 'tab 1' }] });
    expect(autosave.timeline.present.facts.title).toBe('Left');
    expect(autosave.attempt?.change).toMatchObject({ saveId: 'save of tab 1', basedOn: 1 });
  });

  it('knows no common ancestor when the library has changed since', () => {
    const autosave = openAutosave(content('Theirs', 3), [leftBy('tab 1', 'Left')], 'conflict-1');
    expect(autosave.base).toEqual({ version: 1, draft: null });
  });

  it('compares the drafts one after the other, and skips those with nothing new', () => {
    const tabs = [leftBy('tab 1', 'One'), leftBy('tab 2', 'One'), leftBy('tab 3', 'Three'), leftBy('tab 4', 'Four')];
    const first = openAutosave(content(), tabs, 'conflict-1');
    expect(first).toMatchObject({ state: 'conflict', conflict: { with: 'left' }, comparing: { key: 'tab 3' } });
    const second = reduce(first, { type: 'settled', draft: titled('Three'), now: NOW, conflictId: 'conflict-2' });
    expect(second).toMatchObject({ conflict: { id: 'conflict-2' }, comparing: { key: 'tab 4' } });
    const last = reduce(second, { type: 'settled', draft: titled('Three'), now: NOW, conflictId: 'conflict-3' });
    expect(last).toMatchObject({ state: 'waiting', conflict: null });
    expect(last.obsolete.map(({ key }) => key)).toEqual(['tab 1', 'tab 2', 'tab 3', 'tab 4']);
    expect(reduce(last, { type: 'kept' }).obsolete).toEqual([]);
  });
});
