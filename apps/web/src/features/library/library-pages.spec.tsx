import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type ReportedTemplate,
  type RouteName,
  TEMPLATE_LIMITS,
  type TemplateDetail,
  TemplateId,
  type TemplateSummary,
} from '@earworm/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { moderatorMark } from '../../platform/storage/game-marks.js';
import { gateway } from '../../testing/fake-gateway.js';
import { choose, click, dialog, draw, fill, NOW, openMenu, pass, press, valueOf } from '../../testing/user-actions.js';
import { signInAs } from '../../testing/render.js';
import { savedFiles } from '../../testing/saved-files.js';
import { BrowsePage } from './browse-page.js';
import { LibraryPage } from './library-page.js';
import { MyTemplatesPage } from './my-templates-page.js';
import { ReportsPage } from './reports-page.js';
import { TemplatePage } from './template-page.js';

/** A read that failed is tried once more after a second. */
const SECOND_TRY_MS = 1_000;
const HOUR = 3_600_000;
const ID = TemplateId.parse('template-1');

beforeEach(() => signInAs({ id: 'mara', name: 'Mara' }));

const addressNow = () => `${location.pathname}${location.search}`;
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);

const aTemplate = (more: Partial<TemplateSummary> = {}): TemplateSummary => ({
  templateId: ID,
  title: 'Eighties',
  description: '',
  language: null,
  tags: [],
  ownerName: 'Leo',
  isHouse: false,
  mine: false,
  publishedAt: NOW,
  takenDown: null,
  categoryCount: 2,
  questionCount: 1,
  useCount: 0,
  createdAt: NOW,
  updatedAt: NOW - 2 * HOUR,
  ...more,
});
const browsed = (templates: TemplateSummary[], total = templates.length) => ({
  templates,
  total,
  tags: [{ tag: 'synth pop', count: 2 }],
  languages: ['de', 'en'],
});
const mine = (...templates: TemplateSummary[]) =>
  gateway.answer('myTemplates', {
    templates: templates.map((each) => ({ ...each, mine: true })),
    total: templates.length,
  });

describe.each<{
  page: string;
  Page: ComponentType;
  route: RouteName;
  nothing: () => void;
  loading: string;
  empty: string;
}>([
  {
    page: 'the game library',
    Page: BrowsePage,
    route: 'browseTemplates',
    nothing: () => gateway.answer('browseTemplates', browsed([])),
    loading: 'Loading templates',
    empty: 'Nothing found',
  },
  {
    page: 'My Templates',
    Page: MyTemplatesPage,
    route: 'myTemplates',
    nothing: () => mine(),
    loading: 'Loading templates',
    empty: 'No templates yet',
  },
  {
    page: 'the page of reported templates',
    Page: ReportsPage,
    route: 'templateReports',
    nothing: () => gateway.answer('templateReports', { templates: [] }),
    loading: 'Loading templates',
    empty: 'No reported templates',
  },
])('$page', ({ Page, route, nothing, loading, empty }) => {
  it('shows that it is loading, then that there is nothing', async () => {
    const release = gateway.hold(route);
    nothing();
    await draw(<Page />);
    screen.getByRole('status', { name: loading });
    release();
    await screen.findByText(empty);
    expect(screen.queryByRole('status', { name: loading })).toBeNull();
  });

  it('says that it could not be read after the second try, and reads it again when asked', async () => {
    gateway.disconnect(route);
    await draw(<Page />);
    await pass(SECOND_TRY_MS);
    expect(gateway.inputsOf(route)).toHaveLength(2);
    expect(
      (await screen.findByText('The library cannot be loaded right now')).closest('[role="alert"]'),
    ).not.toBeNull();
    nothing();
    await press('Try again');
    await screen.findByText(empty);
  });
});

describe('the game library', () => {
  const lastSearch = () => gateway.inputsOf('browseTemplates').at(-1)?.query;
  const open = async (at = '/browse-templates') => {
    gateway.answer('browseTemplates', browsed([aTemplate()], 60));
    await draw(<BrowsePage />, { at });
    await screen.findByText('60 templates');
  };

  it('shows a card for each template with its author, size, use, language and topics', async () => {
    gateway.answer(
      'browseTemplates',
      browsed([
        aTemplate({ useCount: 3, language: 'de', tags: ['pop'], description: 'All of them.' }),
        aTemplate({ templateId: TemplateId.parse('template-2'), title: '', isHouse: true, ownerName: 'Earworm' }),
      ]),
    );
    await draw(<BrowsePage />);
    const [first, second] = (await screen.findAllByRole('link', { name: /Eighties|Untitled/ })).map(
      (link) => link.closest('li')!.textContent,
    );
    expect(first).toBe('Eightiesby Leo2 categories1 questionused 3 timesGermanAll of them.popStart a Game');
    expect(second).toBe('Untitled templateIncludedby Earworm2 categories1 questionStart a Game');
    expect(screen.getByRole('link', { name: 'Eighties' }).getAttribute('href')).toBe('/library/template/template-1');
  });

  it('searches 300 ms after the last letter, at once when the field is left, and from the first page', async () => {
    await open('/browse-templates?page=2');
    expect(lastSearch()).toMatchObject({ page: 2 });
    await fill('Search', 'eight');
    await pass(299);
    expect(gateway.inputsOf('browseTemplates')).toHaveLength(1);
    await pass(1);
    expect(lastSearch()).toMatchObject({ q: 'eight', page: 1 });
    await fill('Search', 'eighties');
    fireEvent.blur(screen.getByLabelText('Search'));
    await pass();
    expect(lastSearch()).toMatchObject({ q: 'eighties' });
    expect(addressNow()).toBe('/browse-templates?q=eighties');
  });

  it('narrows by language and topic, orders, turns pages, and clears all of it', async () => {
    await open();
    await choose('Language', 'German');
    expect(lastSearch()).toMatchObject({ language: 'de' });
    await choose('Sort by', 'Title');
    expect(lastSearch()).toMatchObject({ language: 'de', sort: 'title' });
    await click(screen.getByRole('checkbox', { name: 'synth pop' }));
    expect(lastSearch()).toMatchObject({ language: 'de', sort: 'title', tags: 'synth pop' });
    await press('2');
    expect(lastSearch()).toMatchObject({ page: 2, tags: 'synth pop' });
    expect(addressNow()).toBe('/browse-templates?language=de&sort=title&tags=synth+pop&page=2');
    await press('Clear search');
    expect(addressNow()).toBe('/browse-templates?sort=title');
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  it('ignores invalid values in its address', async () => {
    await open('/browse-templates?sort=;drop&language=German&page=-3');
    expect(lastSearch()).toEqual({ q: '', tags: '', sort: 'popular', page: 1 });
  });

  it('leads to the content library', async () => {
    await open('/browse-templates');
    expect(screen.getByRole('link', { name: 'Content Library' }).getAttribute('href')).toBe('/library');
  });
});

describe('the content library', () => {
  it('shows the latest three of one’s own, the six most played, and the ways to make one', async () => {
    const many = Array.from({ length: 8 }, (_, i) =>
      aTemplate({ templateId: TemplateId.parse(`template-${i}`), title: `Board ${i}` }),
    );
    mine(...many);
    gateway.answer('browseTemplates', browsed(many));
    await draw(<LibraryPage />);
    const countOf = (heading: string) =>
      within(screen.getByRole('heading', { name: heading }).closest('section')!).getAllByRole('link', {
        name: /^Board/,
      }).length;
    expect([countOf('Your latest templates'), countOf('Most used')]).toEqual([3, 6]);
    expect(screen.getByRole('link', { name: 'Game History' }).getAttribute('href')).toBe('/game-history');
    expect(screen.queryByRole('link', { name: 'Reported templates' })).toBeNull();
  });

  it('leads admins to what was reported', async () => {
    signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
    mine();
    gateway.answer('browseTemplates', browsed([]));
    await draw(<LibraryPage />);
    expect(screen.getByRole('link', { name: 'Reported templates' }).getAttribute('href')).toBe('/library/reports');
  });
});

describe('My Templates', () => {
  const open = async (...templates: TemplateSummary[]) => {
    mine(...templates);
    await draw(<MyTemplatesPage />, { at: '/my-templates' });
    await screen.findAllByRole('link', { name: 'Edit' });
  };
  const reads = () => gateway.inputsOf('myTemplates').length;

  it('says of each whether it is a draft, published or taken down, and when it was changed', async () => {
    await open(
      aTemplate({ publishedAt: null }),
      aTemplate({ templateId: TemplateId.parse('template-2'), title: 'Nineties' }),
      aTemplate({ templateId: TemplateId.parse('template-3'), title: 'Noughties', takenDown: 'They are stolen.' }),
    );
    expect(titles()).toEqual(['Eighties', 'Nineties', 'Noughties']);
    const cards = screen.getAllByRole('heading', { level: 2 }).map((each) => each.closest('li')!.textContent);
    expect(cards[0]).toBe('EightiesPrivate2 categories1 questionupdated 2 hours agoEditStart a Game');
    expect(cards[1]).toContain('NinetiesPublished');
    expect(cards[2]).toContain('NoughtiesTaken down');
    const { item } = await openMenu('More actions for Noughties');
    expect(item('Unpublish').hasAttribute('disabled')).toBe(false);
  });

  it('starts no game from a template without questions', async () => {
    await open(aTemplate({ questionCount: 0 }));
    expect(screen.getByRole('button', { name: 'Start a Game' }).hasAttribute('disabled')).toBe(true);
  });

  it('makes an empty template and opens it, and the same one when it is asked again after a lost answer', async () => {
    mine();
    await draw(<MyTemplatesPage />, { at: '/my-templates' });
    gateway.disconnect('createTemplate');
    await press('New Template');
    await screen.findByText('This is not available right now. Please try again later.');
    gateway.answer(
      'createTemplate',
      ({ params: _, ...given }) => ({ templateId: given.body.templateId, version: 1 }) as never,
    );
    await press('New Template');
    const [first, second] = gateway.inputsOf('createTemplate').map(({ body }) => body);
    expect(second).toEqual(first);
    expect(first?.facts).toEqual({ title: '', description: '', language: 'en', tags: [] });
    expect(addressNow()).toBe(`/template/edit/${first?.templateId}`);
  });

  it('publishes after it was asked, and takes it back', async () => {
    await open(aTemplate({ publishedAt: null }));
    gateway.answer('publishTemplate', { templateId: ID, version: 2 });
    await click((await openMenu('More actions for Eighties')).item('Publish'));
    const question = await dialog('Publish this template?');
    await press('Cancel', question);
    expect(gateway.inputsOf('publishTemplate')).toEqual([]);
    await click((await openMenu('More actions for Eighties')).item('Publish'));
    mine(aTemplate());
    await press('Publish', await dialog('Publish this template?'));
    await screen.findByText('Everyone who is signed in can find it now.');
    await screen.findByText('Published');
    await click((await openMenu('More actions for Eighties')).item('Unpublish'));
    await screen.findByText('Only you can see it now.');
    expect(gateway.inputsOf('publishTemplate').map(({ body }) => body)).toEqual([
      { published: true },
      { published: false },
    ]);
  });

  it.each([
    ['template-title-required', {}, 'Give the template a title first.'],
    ['template-empty', {}, 'This template has no complete question yet.'],
    ['template-incomplete', { n: 2, where: 'Synths' }, 'Not ready yet: 2 to fix, the first in “Synths”.'],
  ] as const)('says why a template cannot be published: %s', async (code, params, sentence) => {
    await open(aTemplate({ publishedAt: null }));
    gateway.refuse('publishTemplate', code, params);
    await click((await openMenu('More actions for Eighties')).item('Publish'));
    await press('Publish', await dialog('Publish this template?'));
    await screen.findByText(sentence);
    expect(reads()).toBe(1);
  });

  it('asks a guest for an account before a template is published', async () => {
    signInAs({ id: 'guest-1', name: 'Guest', roles: ['guest'] });
    await open(aTemplate({ publishedAt: null }));
    gateway.refuse('publishTemplate', 'account-required');
    await click((await openMenu('More actions for Eighties')).item('Publish'));
    await press('Publish', await dialog('Publish this template?'));
    (await dialog('Sign In')).getByText('You need an account to publish. Please sign in or create one.');
    await press('Close', await dialog('Sign In'));
  });

  it('offers no publishing of a template that an admin took down', async () => {
    await open(aTemplate({ publishedAt: null, takenDown: 'They are stolen.' }));
    expect((await openMenu('More actions for Eighties')).item('Publish').hasAttribute('disabled')).toBe(true);
  });

  it('copies, exports and deletes a template; deleting asks first', async () => {
    await open(aTemplate());
    gateway.answer('copyTemplate', { templateId: TemplateId.parse('template-2'), version: 1 });
    await click((await openMenu('More actions for Eighties')).item('Make a Copy'));
    await screen.findByText('A copy was saved to My Templates.');
    expect(reads()).toBe(2);

    gateway.answer('exportTemplate', ({ query }) => ({
      ...{ fileName: `Eighties.${query.format}`, contentType: 'text/plain', text: `as ${query.format}` },
    }));
    for (const format of ['JSON', 'CSV'])
      await click((await openMenu('More actions for Eighties')).item(`Export as ${format}`));
    expect(await savedFiles()).toEqual([
      { name: 'Eighties.json', text: 'as json' },
      { name: 'Eighties.csv', text: 'as csv' },
    ]);

    gateway.answer('deleteTemplate', {});
    await click((await openMenu('More actions for Eighties')).item('Delete'));
    const question = await dialog('Delete this template?');
    question.getByText('“Eighties” will be deleted for good. Games already started from it are not affected.');
    mine();
    await press('Delete', question);
    await screen.findByText('No templates yet');
    expect(gateway.inputsOf('deleteTemplate')).toHaveLength(1);
  });
});

describe('starting a game from a template', () => {
  const open = async () => {
    mine(aTemplate());
    await draw(<MyTemplatesPage />, { at: '/my-templates' });
    await press('Start a Game');
    return dialog('Start a game from this template');
  };

  it('asks for the moderator’s name, creates the game once, and opens its setup', async () => {
    const form = await open();
    await press('Create Game', form);
    form.getByText('Please enter your name.');
    expect(gateway.inputsOf('startTemplate')).toEqual([]);
    await fill('Moderator Name', '  Leo ', form);
    gateway.disconnect('startTemplate');
    await press('Create Game', form);
    await form.findByText('Failed to create game');
    gateway.answer('startTemplate', { gameId: 'game-1', gameCode: 'ABC234' });
    await press('Create Game', form);
    const [first, second] = gateway.inputsOf('startTemplate').map(({ body }) => body);
    expect(first?.moderatorName).toBe('Leo');
    expect(second).toEqual(first);
    expect(addressNow()).toBe('/setup/game-1');
    expect(moderatorMark('game-1')?.moderatorName).toBe('Leo');
  });

  it.each<[string, ComponentType, string]>([
    ['the game library', BrowsePage, 'Eighties'],
    ['the latest templates of the content library', LibraryPage, 'Nineties'],
    ['the most used of the content library', LibraryPage, 'Eighties'],
  ])('begins at a card of %s', async (_, Page, title) => {
    mine(aTemplate({ templateId: TemplateId.parse('template-2'), title: 'Nineties', publishedAt: null }));
    gateway.answer('browseTemplates', browsed([aTemplate()]));
    await draw(<Page />);
    const card = screen.getByRole('heading', { name: title }).closest('li')!;
    await press('Start a Game', within(card));
    const form = await dialog('Start a game from this template');
    const isPublic = form.queryByText('Anyone can see the answers in this template') !== null;
    expect(isPublic).toBe(title === 'Eighties');
    await fill('Moderator Name', 'Leo', form);
    gateway.answer('startTemplate', { gameId: 'game-1', gameCode: 'ABC234' });
    await press('Create Game', form);
    expect(gateway.inputsOf('startTemplate')[0]?.params.templateId).toBe(
      title === 'Eighties' ? 'template-1' : 'template-2',
    );
    expect(addressNow()).toBe('/setup/game-1');
  });

  it('says how long to wait after too many games', async () => {
    const form = await open();
    await fill('Moderator Name', 'Leo', form);
    gateway.refuse('startTemplate', 'limit-create', { n: 60 });
    await press('Create Game', form);
    await form.findByText(
      "You've created too many games recently. Please wait 60 seconds before creating another game.",
    );
  });
});

describe('importing a template', () => {
  const open = async () => {
    mine();
    await draw(<MyTemplatesPage />, { at: '/my-templates' });
    await press('Import');
    await pass(100);
    return dialog('Import a template');
  };
  const give = async (name: string, content: string) => {
    const input = document.querySelector('input[type="file"]')!;
    fireEvent.change(input, { target: { files: [new File([content], name)] } });
    await pass(200);
  };

  it('shows what was read, makes a template of it when it is confirmed, and opens the editor', async () => {
    const window = await open();
    await give('Kneipe.csv', `Kategorie;Antwort;Link\nPiano;Elise;https://youtu.be/aaaaaaaaaa1\nPiano;;x\n`);
    window.getByText('2 questions found');
    expect(gateway.inputsOf('createTemplate')).toEqual([]);
    gateway.answer('createTemplate', ({ body }) => ({ templateId: body.templateId as TemplateId, version: 1 }));
    await press('Add 2 questions', window);
    await pass();
    const [{ body } = { body: undefined }] = gateway.inputsOf('createTemplate');
    expect(body).toMatchObject({
      facts: { title: 'Kneipe' },
      categories: [
        {
          name: 'Piano',
          questions: [
            { answer: 'Elise', points: 100 },
            { youtubeLink: 'x', points: 200 },
          ],
        },
      ],
    });
    expect(location.pathname).toBe(`/template/edit/${body?.templateId}`);
  });

  it('keeps what a JSON file says of its template', async () => {
    const window = await open();
    const file = { format: 'earworm-template', version: 1, title: 'Eighties', language: 'de', tags: ['pop'] };
    await give('x.json', JSON.stringify({ ...file, categories: [{ name: 'A', questions: [{ answer: 'B' }] }] }));
    gateway.answer('createTemplate', ({ body }) => ({ templateId: body.templateId as TemplateId, version: 1 }));
    await press('Add 1 question', window);
    await pass();
    expect(gateway.inputsOf('createTemplate')[0]?.body.facts).toEqual({
      ...{ title: 'Eighties', description: '', language: 'de', tags: ['pop'] },
    });
  });

  it('sends an exported template that is larger than the limit in pages, which a repeated attempt sends again', async () => {
    const window = await open();
    const question = { answer: 'x'.repeat(200), youtubeSongName: 'y'.repeat(200) };
    const names = Array.from({ length: 40 }, (_, n) => `Category ${n}`);
    const categories = names.map((name) => ({ name, questions: Array(30).fill(question) }));
    const file = { format: 'earworm-template', version: 1, title: 'Everything', categories };
    await give('x.json', JSON.stringify(file));
    gateway.answer('createTemplate', ({ body }) => ({ templateId: body.templateId as TemplateId, version: 1 }));
    gateway.disconnect('saveTemplate');
    await press('Add 1200 questions', window);
    await pass();
    await window.findByText('This is not available right now. Please try again later.');
    gateway.answer('saveTemplate', ({ params, body }) => ({
      ...{ templateId: params.templateId as TemplateId, version: body.basedOn + 1 },
    }));
    await press('Add 1200 questions', window);
    await pass();
    const [, created] = gateway.inputsOf('createTemplate');
    const [lost, ...saves] = gateway.inputsOf('saveTemplate').map(({ body }) => body);
    expect(lost?.saveId).toBe(saves[0]?.saveId);
    expect(saves.every(({ isImport }) => isImport)).toBe(true);
    expect(saves.map(({ basedOn }) => basedOn)).toEqual(saves.map((_, n) => n + 1));
    const sent = [...(created?.body.categories ?? []), ...saves.flatMap(({ changed }) => changed ?? [])];
    expect(sent.map(({ name }) => name)).toEqual(names);
    expect(saves.at(-1)?.order).toEqual(sent.map(({ categoryId }) => categoryId));
    for (const body of [created?.body, ...saves]) expect(JSON.stringify(body).length).toBeLessThan(256_000);
  });

  it('says where a JSON file is wrong', async () => {
    const window = await open();
    await give('x.json', '{"format": "earworm-template",\n"version": 1, "categories": [{ "questions": [] }]}');
    window.getByText('Line 2, column 30');
    window.getByText('“name” is missing.');
  });

  it('sends the same template id again after a lost answer', async () => {
    const window = await open();
    await give('a.csv', 'Answer,Link\nA,https://youtu.be/aaaaaaaaaa1\n');
    gateway.disconnect('createTemplate');
    for (let turn = 0; turn < 2; turn++) {
      await press('Add 1 question', window);
      await window.findByText('This is not available right now. Please try again later.');
    }
    const [first, second] = gateway.inputsOf('createTemplate').map(({ body }) => body.templateId);
    expect(second).toBe(first);
  });

  it('says how large a file is, what a list may have, and how to split it, in German too', async () => {
    mine();
    await draw(<MyTemplatesPage />, { language: 'de' });
    await press('Importieren');
    await pass(100);
    await give('huge.json', ' '.repeat(TEMPLATE_LIMITS.importBytes + 1));
    screen.getByText(/^„huge\.json“ hat 2\.001 KB\. Eine Liste darf bis zu 256 KB haben/);
  });
});

describe('the page of one template', () => {
  const aDetail = (more: Partial<TemplateDetail> = {}): TemplateDetail => ({
    ...aTemplate({ tags: ['synth pop'], description: 'All of them.' }),
    version: 1,
    board: [
      { name: 'Synths', points: [100, 1_200] },
      { name: '', points: [] },
    ],
    ...more,
  });
  const open = async () =>
    draw(<TemplatePage />, { at: '/library/template/template-1', path: '/library/template/:templateId' });

  it('shows that it is loading, then its board without an answer', async () => {
    const release = gateway.hold('readTemplate');
    gateway.answer('readTemplate', aDetail());
    await open();
    screen.getByRole('status', { name: 'Loading templates' });
    release();
    await screen.findByRole('heading', { level: 1, name: 'Eighties' });
    expect(screen.getByRole('list', { name: 'Board' }).textContent).toBe('Synths1001,200–');
    screen.getByText('by Leo');
    expect(screen.getByRole('link', { name: 'synth pop' }).getAttribute('href')).toBe(
      '/browse-templates?tags=synth%20pop',
    );
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('gives its owner the editor and the reason why it was taken down, and no report', async () => {
    gateway.answer(
      'readTemplate',
      aDetail({ mine: true, publishedAt: null, takenDown: 'They are stolen.', board: [] }),
    );
    await open();
    await screen.findByText('An admin took this template down: They are stolen.');
    screen.getByText('Private');
    screen.getByText('This board is empty.');
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/template/edit/template-1');
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
    gateway.answer('deleteTemplate', {});
    await click((await openMenu('More actions for Eighties')).item('Delete'));
    await press('Delete', await dialog('Delete this template?'));
    await pass();
    expect(addressNow()).toBe('/my-templates');
  });

  it('says at once that a template is gone or not public, and leads to the others', async () => {
    gateway.refuse('readTemplate', 'template-not-found');
    await open();
    await pass();
    screen.getByText('This template does not exist, or it is not public.');
    await pass(SECOND_TRY_MS);
    expect(gateway.inputsOf('readTemplate')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Browse all' }).getAttribute('href')).toBe('/browse-templates');
  });

  it('says that a template cannot be read now, and reads it again when asked', async () => {
    gateway.disconnect('readTemplate');
    await open();
    await pass(SECOND_TRY_MS);
    await screen.findByText('This is not available right now. Please try again later.');
    gateway.answer('readTemplate', aDetail());
    await press('Try again');
    await screen.findByRole('heading', { level: 1, name: 'Eighties' });
  });

  it('makes a copy and leads to one’s own templates, unless one has too many', async () => {
    gateway.answer('readTemplate', aDetail());
    await open();
    gateway.refuse('copyTemplate', 'template-limit', { n: 500 });
    await press('Make a Copy');
    await screen.findByText('You already have 500 templates. Delete one before you create another.');
    gateway.answer('copyTemplate', { templateId: TemplateId.parse('template-2'), version: 1 });
    await press('Make a Copy');
    await screen.findByText('A copy was saved to My Templates.');
    expect(addressNow()).toBe('/my-templates');
  });

  it('sends a report with a reason and a text, and keeps the form filled in after a refusal', async () => {
    gateway.answer('readTemplate', aDetail());
    await open();
    await press('Report');
    const form = await dialog('Report this template');
    await click(form.getByRole('radio', { name: 'It violates someone’s rights' }));
    await fill('Anything else we should know?', 'These are our questions.', form);
    gateway.refuse('reportTemplate', 'template-not-found');
    await press('Send Report', form);
    await form.findByText('This template does not exist, or it is not public.');
    expect(valueOf('Anything else we should know?', form)).toBe('These are our questions.');
    gateway.answer('reportTemplate', {});
    await press('Send Report', form);
    await screen.findByText('Thank you. An admin will review it.');
    expect(gateway.inputsOf('reportTemplate').at(-1)).toMatchObject({
      params: { templateId: 'template-1' },
      body: { reason: 'copyright', text: 'These are our questions.' },
    });
  });
});

describe('the page of reported templates', () => {
  const reported = (more: Partial<TemplateSummary> = {}): ReportedTemplate => ({
    template: aTemplate(more),
    reports: [
      { reason: 'copyright', text: 'Ours.', at: NOW - HOUR },
      { reason: 'wrong', text: '', at: NOW - 2 * HOUR },
    ],
  });
  const open = async (...templates: ReportedTemplate[]) => {
    signInAs({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] });
    gateway.answer('templateReports', { templates });
    await draw(<ReportsPage />);
    await screen.findByRole('link', { name: 'Eighties' });
  };
  const settled = () => gateway.inputsOf('settleReports').map(({ body }) => body);

  it('lists each report with its reason and age, and leads to the template and its content', async () => {
    await open(reported());
    const list = screen.getByRole('list', { name: '2 reports' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(['It violates someone’s rights · 1 hour agoOurs.', 'Its answers are wrong · 2 hours ago']);
    expect(screen.getByRole('link', { name: 'View content' }).getAttribute('href')).toBe('/template/edit/template-1');
  });

  it('takes a template down with the reason that its owner reads', async () => {
    await open(reported());
    await press('Take down');
    const window = await dialog('Take this template down?');
    await fill('Reason', 'They are stolen.', window);
    gateway.answer('settleReports', {});
    gateway.answer('templateReports', { templates: [reported({ takenDown: 'They are stolen.' })] });
    await press('Take down', window);
    await screen.findByText('An admin took this template down: They are stolen.');
    expect(settled()).toEqual([{ verdict: 'takeDown', note: 'They are stolen.' }]);
    gateway.answer('templateReports', { templates: [] });
    await press('Restore');
    await screen.findByText('No reported templates');
    expect(settled().at(-1)).toMatchObject({ verdict: 'restore' });
  });

  it('dismisses reports, and says when that failed', async () => {
    await open(reported());
    gateway.refuse('settleReports', 'template-not-found');
    await press('Dismiss reports');
    await screen.findByText('This template does not exist, or it is not public.');
    gateway.answer('settleReports', {});
    gateway.answer('templateReports', { templates: [] });
    await press('Dismiss reports');
    await screen.findByText('No reported templates');
    await screen.findByText('Done.');
    expect(settled().at(-1)).toEqual({ verdict: 'dismiss', note: '' });
  });

  it('shows limited access to an account without the role, and offers no second try', async () => {
    gateway.refuse('templateReports', 'forbidden');
    await draw(<ReportsPage />);
    expect((await screen.findByText('Limited access')).closest('[role="alert"]')?.textContent).toContain(
      'Your account has no access to the reports. Ask another admin, or sign in again.',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
