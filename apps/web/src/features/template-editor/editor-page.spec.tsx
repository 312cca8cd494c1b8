import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  RefusedError,
  type RouteReply,
  type TemplateChange,
  type TemplateContent,
  TemplateId,
} from '@earworm/contracts';
import { CategoryDraft } from '@earworm/rules';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { choose, click, dialog, draw, fill, key, openMenu, pass, press, valueOf } from '../../testing/user-actions.js';
import { signInAs } from '../../testing/render.js';
import { applyChange } from './changes.js';
import { draftOf } from './draft.js';
import { EditorPage } from './editor-page.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
/** A pause after which what was typed is saved. */
const PAUSE_MS = 800;

// jsdom measures nothing, and of a list without a height nothing would be drawn.
for (const side of ['clientWidth', 'clientHeight'])
  Object.defineProperty(Element.prototype, side, { configurable: true, get: () => 600 });

beforeEach(() => signInAs({ id: 'mara', name: 'Mara' }));

const question = (answer: string, points = 100, more = {}) => ({
  ...{ questionId: `q-${answer}`, youtubeLink: LINK, clipId: null, youtubeSongName: '', answer, points },
  ...more,
});
const category = (name: string, questions: object[] = []) =>
  CategoryDraft.parse({ categoryId: `c-${name}`, name, questions });
const aTemplate = (more: Partial<TemplateContent> = {}): TemplateContent => ({
  templateId: TemplateId.parse('template-1'),
  version: 1,
  publishedAt: null,
  takenDown: null,
  mine: true,
  title: 'Quiz',
  description: '',
  language: null,
  tags: [],
  categories: [
    category('Synths', [question('Alpha'), question('Beta', 200), question('Gamma', 300)]),
    category('Rock', [question('Delta')]),
  ],
  ...more,
});

/** The library's side: one version after the other, and no change of an older one. */
let library: TemplateContent;
const keepsTemplate = (content: TemplateContent) => {
  library = content;
  gateway.answer('readTemplateContent', () => library);
  savesAgain();
};
const savesAgain = () =>
  gateway.answer('saveTemplate', ({ body }): RouteReply<'saveTemplate'> => {
    if (body.basedOn !== library.version) throw new RefusedError('template-changed');
    changeLibrary(body as TemplateChange);
    return { templateId: library.templateId, version: library.version };
  });
/** Another user, or this page, has saved. */
function changeLibrary(change: Pick<TemplateChange, 'facts' | 'order' | 'changed'>): void {
  const { facts, categories } = applyChange(draftOf(library), change);
  library = { ...library, ...facts, categories: [...categories], version: library.version + 1 };
}

const show = () => draw(<EditorPage />, { at: '/template/edit/template-1', path: '/template/edit/:templateId' });
async function open(content = aTemplate()): Promise<void> {
  keepsTemplate(content);
  await show();
  await screen.findByTestId('save-state');
}

const saveState = () => screen.getByTestId('save-state').dataset['state'];
const saves = () => gateway.inputsOf('saveTemplate').map(({ body }) => body);
const panel = (name: string) => within(screen.getByRole('region', { name }));
const answers = (name = 'Synths') =>
  panel(name)
    .queryAllByRole('button', { name: /^Edit the question/ })
    .map((button) => button.closest('li')!.querySelector('[dir="auto"]')!.textContent);
/** Categories in order, each with what stands beside its name. */
const listed = () =>
  panel('Categories and questions')
    .queryAllByRole('heading', { level: 2 })
    .map((heading) => heading.parentElement!.textContent);
const form = (name: string) => within(screen.getByRole('form', { name }));
const editing = async (points: number, place: Parameters<typeof press>[1] = panel('Synths')) => {
  await press(`Edit the question for ${points}`, place);
  return form('Edit question in Synths');
};
const saved = async () => {
  await pass(PAUSE_MS);
  expect(saveState()).toBe('saved');
};

describe('opening a template in the editor', () => {
  it('shows that it is loading, then its title, its categories and their questions', async () => {
    const release = gateway.hold('readTemplateContent');
    keepsTemplate(aTemplate());
    await show();
    screen.getByRole('status', { name: 'Loading template' });
    release();
    await screen.findByTestId('save-state');
    expect(valueOf('Title')).toBe('Quiz');
    expect(listed()).toEqual(['Synths3 questions', 'Rock1 question']);
    expect([answers(), answers('Rock')]).toEqual([['Alpha', 'Beta', 'Gamma'], ['Delta']]);
    expect(saveState()).toBe('saved');
    screen.getByText('Ready to play');
  });

  it.each([
    ['template-not-yours', 'Only the owner of this template can do that.'],
    ['template-not-found', 'This template does not exist, or it is not public.'],
    ['bad-request', 'This template does not exist, or it is not public.'],
  ] as const)('says at once that it cannot be opened (%s), and leads to one’s own', async (code, sentence) => {
    gateway.refuse('readTemplateContent', code);
    await show();
    await pass();
    screen.getByText(sentence);
    await pass(1_000);
    expect(gateway.inputsOf('readTemplateContent')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'My Templates' }).getAttribute('href')).toBe('/my-templates');
  });

  it('says that it cannot be read now, and reads it again when asked', async () => {
    gateway.disconnect('readTemplateContent');
    await show();
    await pass(1_000);
    await screen.findByText('This is not available right now. Please try again later.');
    keepsTemplate(aTemplate());
    await press('Try again');
    await screen.findByTestId('save-state');
  });

  it('shows an admin another user’s template read-only', async () => {
    keepsTemplate(aTemplate({ mine: false }));
    await show();
    await screen.findByText(
      'This template belongs to someone else. As an admin you can see its content but not change it.',
    );
    expect(screen.queryByTestId('save-state')).toBeNull();
    expect(screen.getByLabelText('Title').hasAttribute('disabled')).toBe(true);
    expect(screen.getByRole('group', { name: 'About this template' }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryAllByRole('button', { name: /^(Add|Edit|Rename|Delete|Move|More|Paste)/ })).toEqual([]);
    panel('Synths').getByRole('button', { name: 'Listen to the question for 100' });
  });
});

describe('writing a template', () => {
  it('begins with a category and a question, and says what is still missing', async () => {
    await open(aTemplate({ title: '', categories: [] }));
    screen.getByText('Add a list of songs you have, or your first category below.');
    await fill('New Category', 'Synths');
    await press('Add Category');
    panel('Synths').getByText('No questions yet. Add one, or a list of songs.');
    await press('Add Question');
    const place = form('New question in Synths');
    expect(document.activeElement).toBe(place.getByLabelText('YouTube Link', { selector: 'input' }));
    await press('Save Question', place);
    place.getByText('YouTube link is required');
    place.getByText('Answer is required');
    await fill('YouTube Link', 'no link', place);
    await press('Save Question', place);
    place.getByText('This is not a link to a YouTube video.');
    await fill('YouTube Link', LINK, place);
    await press('Save Question', place);
    expect(document.activeElement).toBe(place.getByLabelText('YouTube Link', { selector: 'input' }));
    await press('Done', place);
    expect(listed()).toEqual(['Synths1 question · 1 thing to complete']);
    panel('Synths').getByText('Answer is required');
    await editing(100);
    await fill('Answer', 'Alpha Song', form('Edit question in Synths'));
    await press('Save Question', form('Edit question in Synths'));
    await screen.findByText('Ready to play');
    await saved();
    expect(library.categories.map(({ name, questions }) => [name, questions.map(({ answer }) => answer)])).toEqual([
      ['Synths', ['Alpha Song']],
    ]);
  });

  it('suggests the first multiple of 100 that is free in the category', async () => {
    await open(aTemplate({ categories: [category('Synths', [question('Alpha', 100), question('Gamma', 300)])] }));
    await press('Add Question');
    const place = form('New question in Synths');
    for (const wanted of ['200', '400']) {
      expect(valueOf('Points', place)).toBe(wanted);
      await fill('YouTube Link', LINK, place);
      await press('Save Question', place);
    }
  });

  it('takes points as a whole number, none as 0', async () => {
    await open();
    for (const [points, typed] of [
      [100, '250'],
      [200, ''],
    ] as const) {
      const place = await editing(points);
      await fill('Points', typed, place);
      await press('Save Question', place);
    }
    await saved();
    expect(library.categories[0]?.questions.map(({ points }) => points)).toEqual([250, 0, 300]);
  });

  it('takes no more than 30 questions in a category', async () => {
    const many = Array.from({ length: 30 }, (_, i) => question(`A${i}`, 100 * (i + 1)));
    await open(aTemplate({ categories: [category('Synths', many)] }));
    expect(panel('Synths').getByRole('button', { name: 'Add Question' }).hasAttribute('disabled')).toBe(true);
    expect(panel('Synths').getByRole('button', { name: 'Add a list here' }).hasAttribute('disabled')).toBe(true);
    screen.getByText('A category can have up to 30 questions.');
  });

  it('keeps a half-typed question when the page is opened again', async () => {
    await open();
    await fill('Answer', 'Half a correction', await editing(100));
    await pass(PAUSE_MS);
    cleanup();
    await show();
    await screen.findByTestId('save-state');
    await pass(PAUSE_MS);
    expect(valueOf('Answer', form('Edit question in Synths'))).toBe('Half a correction');
  });

  it('saves a description and the language of the answers', async () => {
    await open();
    await fill('Description', 'All of them.');
    await choose('Language of the answers', 'German');
    await saved();
    expect(library).toMatchObject({ description: 'All of them.', language: 'de' });
  });
});

describe('putting a template in order', () => {
  it('moves a question with Alt and an arrow key, takes it back and does it again', async () => {
    await open();
    const grip = panel('Synths').getByRole('button', { name: 'Move the question for 300' });
    await key('ArrowUp', grip, { altKey: true });
    expect(answers()).toEqual(['Alpha', 'Gamma', 'Beta']);
    await key('z', document.body, { ctrlKey: true });
    expect(answers()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await press('Redo');
    expect(answers()).toEqual(['Alpha', 'Gamma', 'Beta']);
    await press('Undo');
    await key('y', document.body, { ctrlKey: true });
    await saved();
    expect(library.categories[0]?.questions.map(({ answer }) => answer)).toEqual(['Alpha', 'Gamma', 'Beta']);
  });

  it('moves, deletes and transfers a question from its menu', async () => {
    await open();
    await click((await openMenu('More actions for the question for 100', panel('Synths'))).item('Move down'));
    expect(answers()).toEqual(['Beta', 'Alpha', 'Gamma']);
    cleanupMenus();
    await click(
      (await openMenu('More actions for the question for 300', panel('Synths'))).item('Move to another category'),
    );
    const window = await dialog('Move this question');
    expect(window.getByRole('button', { name: 'Move' }).hasAttribute('disabled')).toBe(true);
    await choose('Category', 'Rock', window);
    await press('Move', window);
    expect(answers()).toEqual(['Beta', 'Alpha']);
    cleanupMenus();
    await click((await openMenu('More actions for the question for 200', panel('Synths'))).item('Delete question'));
    await screen.findByText('Question deleted. Use Undo to bring it back.');
    await saved();
    const names = library.categories.map(({ questions }) => questions.map(({ answer }) => answer));
    expect(names).toEqual([['Alpha'], ['Delta', 'Gamma']]);
  });

  it('moves and deletes categories, also in the short list of all of them', async () => {
    await open();
    await press('Move Synths down');
    expect(listed()).toEqual(['Rock1 question', 'Synths3 questions']);
    expect(screen.getByRole('button', { name: 'Move Synths down' }).hasAttribute('disabled')).toBe(true);
    await press('Delete Synths');
    await screen.findByText('“Synths” was deleted. Use Undo to bring it back.');
    expect(listed()).toEqual(['Rock1 question']);
    await press('Undo');
    await waitFor(() => expect(listed()).toEqual(['Rock1 question', 'Synths3 questions']));
    await press('Order of the categories');
    const window = await dialog('Order of the categories');
    await key('ArrowUp', await window.findByRole('button', { name: 'Move Synths' }), { altKey: true });
    expect(listed()).toEqual(['Synths3 questions', 'Rock1 question']);
    await click(window.getByRole('button', { name: /^Rock/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

/** A menu that was used fades out; the next one is another. */
const cleanupMenus = () => document.querySelectorAll('[role="menu"]').forEach((menu) => menu.removeAttribute('role'));

describe('saving a template', () => {
  it('saves what changed, 800 ms after the last letter', async () => {
    await open();
    await fill('Title', 'Mara');
    await pass(PAUSE_MS - 10);
    await fill('Title', 'Mara’s Eighties');
    expect(saveState()).toBe('waiting');
    await pass(PAUSE_MS - 10);
    expect(saves()).toEqual([]);
    const release = gateway.hold('saveTemplate');
    await pass(10);
    expect(saveState()).toBe('saving');
    release();
    await pass();
    expect(saveState()).toBe('saved');
    expect(saves()).toEqual([
      {
        ...{ saveId: expect.any(String), basedOn: 1, changed: [] },
        facts: { title: 'Mara’s Eighties', description: '', language: null, tags: [] },
      },
    ]);
  });

  it('saves at least every five seconds during continuous typing', async () => {
    await open();
    for (let letters = 1; letters <= 10; letters++) {
      await fill('Title', 'x'.repeat(letters));
      await pass(600);
    }
    expect(saves().map(({ facts }) => facts?.title)).toEqual(['x'.repeat(9)]);
    await saved();
    expect(library.title).toBe('x'.repeat(10));
  });

  it('says that it is offline, tries again, and sends the same save again so that it counts once', async () => {
    await open();
    gateway.disconnect('saveTemplate');
    await fill('Title', 'Typed on a train');
    await pass(PAUSE_MS);
    expect(saveState()).toBe('offline');
    const notice = screen.getByTestId('save-state');
    expect(within(notice).getByRole('status').textContent).toBe(
      'You are offline. Your changes are kept here and saved when you are back online.',
    );
    savesAgain();
    await pass(2_000);
    expect(saveState()).toBe('saved');
    expect(within(notice).getByRole('status').textContent).toBe('');
    const [first, second] = saves();
    expect(second).toEqual(first);
    expect(library.title).toBe('Typed on a train');
  });

  it('saves at once when the network is back', async () => {
    await open();
    gateway.disconnect('saveTemplate');
    await fill('Title', 'Typed on a train');
    await pass(PAUSE_MS);
    savesAgain();
    dispatchEvent(new Event('online'));
    await pass();
    expect(saveState()).toBe('saved');
  });

  it('saves at once when the page is hidden, and not when it becomes visible again', async () => {
    await open();
    const turn = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      return pass();
    };
    await fill('Title', 'Typed on a train');
    await turn('visible');
    expect(library.title).not.toBe('Typed on a train');
    await turn('hidden');
    expect(library.title).toBe('Typed on a train');
    await turn('visible');
  });

  it.each([
    [
      'template-too-large',
      {},
      'Not saved: A template can have up to 200 categories with 30 questions each, and 256 KB in all',
    ],
    ['limit-saves', { n: 20 }, 'Not saved: You are saving too often. Please wait 20 seconds before trying again.'],
  ] as const)(
    'says why it was not saved (%s), and saves again after the next change',
    async (code, params, sentence) => {
      await open();
      gateway.refuse('saveTemplate', code, params);
      await fill('Title', 'Other');
      await pass(PAUSE_MS);
      expect(saveState()).toBe('refused');
      expect(screen.getByTestId('save-state').textContent).toContain(sentence);
      savesAgain();
      await fill('Title', 'Another');
      await saved();
      expect(library.title).toBe('Another');
    },
  );

  it('keeps what could not be saved when the page is closed, and saves it when it is opened again', async () => {
    await open();
    gateway.disconnect('saveTemplate');
    await fill('Title', 'From a closed tab');
    await pass(PAUSE_MS);
    cleanup();
    await pass();
    savesAgain();
    await show();
    await screen.findByTestId('save-state');
    expect(valueOf('Title')).toBe('From a closed tab');
    await saved();
    expect(library.title).toBe('From a closed tab');
  });
});

describe('the comparison of two versions of a template', () => {
  const differences = (window: Awaited<ReturnType<typeof dialog>>) =>
    window.getAllByRole('heading', { level: 3 }).map((heading) => heading.closest('section')!.textContent);
  /** Another tab names the category, this one the template. */
  const meet = async () => {
    await open();
    changeLibrary({ order: undefined, changed: [{ ...library.categories[0]!, name: 'From the other tab' }] });
    await fill('Title', 'Mara’s Eighties');
    await pass(PAUSE_MS);
    expect(saveState()).toBe('conflict');
    return dialog('Two versions of this template');
  };

  it('lists the differences part by part, suggests the side that changed, and overwrites nothing', async () => {
    const window = await meet();
    expect(library.title).toBe('Quiz');
    const [facts, synths] = differences(window);
    expect(facts).toBe('Title and descriptionYour versionMara’s EightiesSaved versionQuizYour versionSaved version');
    expect(synths).toContain('Saved versionFrom the other tab100 · Alpha');
    const picked = window.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked);
    expect(picked.map(({ value }) => value)).toEqual(['mine', 'theirs']);
    await key('Escape');
    await dialog('Two versions of this template');
  });

  it.each([
    ['Save selected versions', 'Mara’s Eighties', 'From the other tab'],
    ['Keep all mine', 'Mara’s Eighties', 'Synths'],
    ['Keep all saved', 'Quiz', 'From the other tab'],
  ])('ends with the versions chosen by “%s”', async (button, title, name) => {
    await press(button, await meet());
    await pass();
    expect(saveState()).toBe('saved');
    expect([valueOf('Title'), listed()[0]]).toEqual([title, `${name}3 questions`]);
    expect([library.title, library.categories[0]?.name]).toEqual([title, name]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('lets the other side of each part be chosen', async () => {
    const window = await meet();
    const [mine, , , theirs] = [
      ...window.getAllByRole('radio', { name: 'Saved version' }),
      ...window.getAllByRole('radio', { name: 'Your version' }),
    ];
    await click(mine!);
    await click(theirs!);
    await press('Save selected versions', window);
    await pass();
    expect([library.title, library.categories[0]?.name]).toEqual(['Quiz', 'Synths']);
  });
});

describe('adding a list in the editor', () => {
  const openList = async () => {
    await open(aTemplate({ categories: [category('Synths', [question('Alpha')])] }));
    await press('Add a list here', panel('Synths'));
    await pass(100);
    return dialog('Add a list to Synths');
  };

  it('accepts unfinished rows, and adds all in one step that can be undone', async () => {
    const window = await openList();
    await fill(
      'Your list',
      'Artist\tTitle\tPoints\tLink\nBeta\tSong\t750\thttps://youtu.be/bbbbbbbbbb2\n\t\t\thttps://youtu.be/cccccccccc3',
      window,
    );
    await pass(100);
    await press('Add 2 questions', window);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await saved();
    expect(library.categories[0]?.questions.map(({ points, answer }) => [points, answer])).toEqual([
      [100, 'Alpha'],
      [750, 'Beta – Song'],
      [200, ''],
    ]);
    await press('Undo');
    await waitFor(() => expect(listed()).toEqual(['Synths1 question']));
  });
});

describe('starting a game from the editor', () => {
  it('saves the template first, and leads to the setup of the game', async () => {
    await open();
    await fill('Title', 'Mara’s Eighties');
    await press('Start a Game');
    expect(library.title).toBe('Mara’s Eighties');
    const window = await dialog('Start a game from this template');
    gateway.answer('startTemplate', { gameId: 'game-1', gameCode: 'ABC234' });
    await fill('Moderator Name', 'Mara', window);
    await press('Create Game', window);
    await pass();
    expect(location.pathname).toBe('/setup/game-1');
    expect(gateway.inputsOf('startTemplate')).toMatchObject([{ params: { templateId: 'template-1' } }]);
  });

  it('waits while something is not saved, and says so', async () => {
    await open();
    gateway.disconnect('saveTemplate');
    await fill('Title', 'Typed on a train');
    await press('Start a Game');
    await screen.findByText('Not everything is saved yet. Start the game once it is.');
    expect(screen.queryByRole('dialog')).toBeNull();
    savesAgain();
  });
});

const templateSummary = {
  ...{ title: 'Other', description: '', language: null, tags: [], ownerName: 'Mara', isHouse: false, mine: true },
  ...{
    publishedAt: null,
    takenDown: null,
    categoryCount: 1,
    questionCount: 2,
    useCount: 0,
    createdAt: 0,
    updatedAt: 0,
  },
};

describe('loading another template into the editor', () => {
  it('adds its categories with every question, complete or not, in one step that can be undone', async () => {
    await open();
    const other = aTemplate({
      templateId: TemplateId.parse('template-2'),
      categories: [category('Jazz', [question('Epsilon'), question('', 200)])],
    });
    const templates = [other, aTemplate()].map(({ templateId }) => ({ ...templateSummary, templateId }));
    gateway.answer('myTemplates', { templates, total: templates.length });
    await press('Add from a template');
    await pass(100);
    const window = await dialog('Add from a template');
    gateway.answer('readTemplateContent', other);
    await click(await window.findByRole('button', { name: /^Other/ }));
    await window.findByText(/^Adds 1 category with 2 questions to this board\./);
    await press('Add to the board', window);
    await pass();
    expect(listed()).toEqual(['Synths3 questions', 'Rock1 question', 'Jazz2 questions · 1 thing to complete']);
    await press('Undo');
    await waitFor(() => expect(listed()).toEqual(['Synths3 questions', 'Rock1 question']));
  });

  it('leaves no copy behind of a template that another user published', async () => {
    await open();
    const other = { ...templateSummary, templateId: TemplateId.parse('template-2'), mine: false };
    gateway.answer('myTemplates', { templates: [], total: 0 });
    gateway.answer('browseTemplates', { templates: [other], total: 1, tags: [], languages: [] });
    gateway.answer('copyTemplate', ({ body }) => ({ templateId: body.copyId as TemplateId, version: 1 }));
    gateway.answer('deleteTemplate', {});
    await press('Add from a template');
    await pass(100);
    const window = await dialog('Add from a template');
    await click(window.getByRole('radio', { name: 'Library' }));
    await click(await window.findByRole('button', { name: /^Other/ }));
    gateway.answer('readTemplateContent', aTemplate({ categories: [category('Jazz', [question('Epsilon')])] }));
    await press('Add to the board', window);
    await pass();
    expect(listed()).toContain('Jazz1 question');
    expect(gateway.inputsOf('deleteTemplate')[0]?.params.templateId).toBe(
      gateway.inputsOf('copyTemplate')[0]?.body.copyId,
    );
  });
});
