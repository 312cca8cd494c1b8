/// <reference lib="dom" />
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { librarianOf } from './support/librarian.js';
import { newGuest, newRegisteredUser, signedIn } from './support/members.js';
import type { Person } from './support/person.js';
import { prepareTemplate, uniqueWord } from './support/prepared-template.js';
import { templateEditorOf } from './support/template-editor.js';
import { type Scene, test } from './support/test.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
const COMPUTER = { viewport: { width: 1280, height: 800 } };
/** What the library comes with. */
const SHIPPED = ['Encore!', 'Great Composers', 'Nursery Rhymes', 'Songs of the World', 'Starter quiz'];
/** A template that a spreadsheet or a reader of JSON could break. */
const AWKWARD = {
  format: 'earworm-template',
  version: 1,
  title: 'Awkward “things”; עברית 🎺',
  description: 'Two\nlines, and <b>no</b> tags',
  language: 'he',
  tags: ['=1+1', 'a "quoted" topic'],
  categories: [
    {
      name: 'One, two; three',
      questions: [
        { youtubeLink: `${LINK}?t=1m3s`, youtubeSongName: '"Heroes"', points: 100, answer: '=SUM(A1)', clipId: null },
        { youtubeLink: LINK, youtubeSongName: '', points: 0, answer: "-12 o'clock, עברית 👩‍🎤", clipId: null },
      ],
    },
    { name: '<script>alert(1)</script>', questions: [] },
  ],
};

/** Files that are not templates, and the error shown for each. */
const FAULTY: readonly (readonly [string, Buffer, string | RegExp])[] = [
  ['empty.csv', Buffer.from(''), 'There is nothing in this list.'],
  ['photo.json', Buffer.from('89504e470d0a1a0a0000000d49484452000000ff', 'hex'), /^This file is not a list\./],
  ['quiz.csv', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^This is an Excel workbook\./],
  ['cut.json', Buffer.from('{"format": "earworm-template",\n  "version": 1, "categories": ['), /^This is not JSON/],
  ['other.json', Buffer.from('{"name": "something else"}'), /^This is not a template/],
  ['huge.json', Buffer.alloc(2_100_000, ' '), '“huge.json” has 2,100 KB.'],
];

/** Mara with a template of hers; the answers are Alpha Song, Beta Song and Gamma Song. */
async function owner({ product, arrive }: Scene, options: Parameters<typeof prepareTemplate>[1] = {}) {
  const member = await newRegisteredUser(product.url, 'Mara');
  const template = await prepareTemplate(member, options);
  return { member, template, arriveMara: () => arrive('Mara', { ...COMPUTER, signedInAs: member }) };
}

/** Mara with her template open in the editor. */
async function writing(scene: Scene) {
  const { template, arriveMara } = await owner(scene);
  const mara = await arriveMara();
  const editor = templateEditorOf(mara);
  await editor.open(template.paths.editor);
  await editor.answersAre(['Alpha Song', 'Beta Song', 'Gamma Song']);
  return { template, mara, editor };
}

async function publish(mara: Person, title: string) {
  const librarian = librarianOf(mara);
  await librarian.choose(title, 'Publish');
  await librarian.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await mara.sees('Everyone who is signed in can find it now.');
}

describe('template editor', () => {
  test('saves a new template with a category and a question by itself', async ({ registered }) => {
    const mara = await registered('Mara', COMPUTER);
    const editor = templateEditorOf(mara);
    await mara.page.goto('/my-templates');
    await mara.sees('No templates yet');
    await mara.button('New Template').click();
    await editor.title.fill('Mara’s <b>Eighties</b> 🎸');
    await editor.addCategory('Synths');
    await mara.button('Add Question').click();
    await mara.button('Save Question').click();
    await mara.sees('YouTube link is required');
    await mara.page.getByLabel('YouTube Link').fill(LINK);
    await mara.page.getByRole('textbox', { name: 'Answer' }).fill('Alpha Song');
    await mara.button('Save Question').click();
    await editor.saveStateIs('saved');
    await mara.sees('Ready to play');
    await editor.reload();
    await editor.answersAre(['Alpha Song']);
    await eventually(async () => expect(await editor.title.inputValue()).toBe('Mara’s <b>Eighties</b> 🎸'));
  });

  test('moves a question that is dragged with the mouse, and Ctrl+Z takes it back', async (scene) => {
    const { mara, editor } = await writing(scene);
    const { mouse, keyboard } = mara.page;
    const grip = (points: number) => mara.button(`Move the question for ${points}`);
    // Hovering waits until the list stands still.
    await grip(100).hover();
    const target = await grip(200).boundingBox();
    if (!target) throw new Error('the second question is out of sight');
    await mouse.down();
    await mouse.move(target.x + 10, target.y + 20, { steps: 12 });
    // The list knows where it is held only once it has measured itself.
    await mara.page.getByText(/ is at position 2 of 3\.$/).waitFor({ state: 'attached' });
    await mouse.up();
    await editor.answersAre(['Beta Song', 'Alpha Song', 'Gamma Song']);
    // Not by a click: for 50 ms after a drop the drag-and-drop library swallows every click.
    await keyboard.press('Control+z');
    await editor.answersAre(['Alpha Song', 'Beta Song', 'Gamma Song']);
    await editor.saveStateIs('saved');
  });

  test('saves what two tabs could not save before they were closed', async (scene) => {
    const { template, mara, editor } = await writing(scene);
    const { context, page } = mara;
    const second = templateEditorOf(await mara.inAnotherTab());
    await second.open(template.paths.editor);
    await context.setOffline(true);
    await editor.changeAnswer(300, 'From a closed tab');
    await second.title.fill('From the other closed tab');
    for (const tab of [editor, second]) await tab.saveStateIs('offline');
    for (const tab of [second.page, page]) {
      // A page that is left is on the network again for its last moment, and would save then.
      await tab.evaluate(() => {
        globalThis.fetch = () => new Promise(() => undefined);
      });
      await tab.goto('about:blank');
    }
    await second.page.close();
    await context.setOffline(false);
    await page.goto(template.paths.editor);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/was closed before it could save/).waitFor();
    await dialog.getByRole('button', { name: 'Save selected versions' }).click();
    await editor.saveStateIs('saved');
    await editor.reload();
    await editor.answersAre(['Alpha Song', 'Beta Song', 'From a closed tab']);
    await eventually(async () => expect(await editor.title.inputValue()).toBe('From the other closed tab'));
  });

  test('draws only the categories in view of a template with 45 categories of 30 questions', async (scene) => {
    const questions = Array.from({ length: 30 }, (_, q) => ({ answer: `Answer ${q}`, link: LINK, points: q }));
    const board = Object.fromEntries(Array.from({ length: 45 }, (_, c) => [`Category ${c + 1}`, questions]));
    const { template, arriveMara } = await owner(scene, { board });
    const mara = await arriveMara();
    const editor = templateEditorOf(mara);
    await editor.open(template.paths.editor);
    const cards = mara.page.getByRole('button', { name: 'Edit the question for 0', exact: true });
    await cards.first().waitFor();
    expect(await cards.count()).toBeLessThan(8);
    await editor.changeAnswer(0, 'twenty letters typed');
    await editor.saveStateIs('saved');
  });
});

describe('template import and export', () => {
  test('links the JSON Schema of template files and shows what is wrong with a file', async ({ guest, product }) => {
    const leo = await guest('Leo', COMPUTER);
    const { dialog, give } = librarianOf(leo);
    await leo.page.goto('/my-templates');
    await leo.button('Import').click();
    const link = dialog.getByRole('link', { name: 'JSON Schema of the file' });
    const reply = await fetch(new URL((await link.getAttribute('href')) ?? '', product.url));
    const schema = (await reply.json()) as { readonly properties: object; readonly required: readonly string[] };
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(AWKWARD).sort());
    expect(Object.keys(AWKWARD)).toEqual(expect.arrayContaining([...schema.required]));
    for (const [name, file, sentence] of FAULTY) {
      await give(name, file);
      await dialog.getByText(sentence).waitFor();
      expect(await dialog.getByRole('button', { name: /^Add \d/ }).count()).toBe(0);
    }
  });

  test('reads CSV files with umlauts in Latin-1 and in UTF-16', async ({ guest }) => {
    const leo = await guest('Leo', COMPUTER);
    const { dialog, give } = librarianOf(leo);
    const csv = `category;answer;link\nKlavier;Für Elise;${LINK}\n`;
    await leo.page.goto('/my-templates');
    await leo.button('Import').click();
    await give('old.csv', Buffer.from(csv, 'latin1'));
    await dialog.getByRole('checkbox', { name: 'Add “Für Elise”' }).waitFor();
    await dialog.getByLabel('Encoding').waitFor();
    await give('excel.csv', Buffer.from(`\uFEFF${csv}`, 'utf16le'));
    await dialog.getByLabel('Encoding').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Add 1 question' }).click();
    await templateEditorOf(leo).answersAre(['Für Elise']);
  });

  test('gives the same template again when its JSON or CSV export is imported', async ({ guest }) => {
    const leo = await guest('Leo', COMPUTER);
    const { page } = leo;
    const librarian = librarianOf(leo);
    const { dialog } = librarian;
    const { title, categories } = AWKWARD;
    await page.goto('/my-templates');
    await librarian.imports('awkward.json', JSON.stringify(AWKWARD));
    const json = await librarian.exported(title, 'JSON');
    expect(JSON.parse(json)).toEqual(AWKWARD);
    const csv = await librarian.exported(title, 'CSV');
    await librarian.choose(title, 'Delete');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('link', { name: title }).waitFor({ state: 'detached' });
    await librarian.imports('again.json', json);
    expect(await librarian.exported(title, 'JSON')).toBe(json);
    await librarian.imports('again.csv', csv);
    expect(JSON.parse(await librarian.exported('again', 'JSON'))).toMatchObject({ title: 'again', categories });
  });
});

describe('template library', () => {
  test('shows a published template to other users without its answers and links', async (scene) => {
    const { template, arriveMara } = await owner(scene);
    const { title, paths } = template;
    const mara = await arriveMara();
    await mara.page.goto('/my-templates');
    await publish(mara, title);

    const leo = await scene.arrive('Leo', COMPUTER);
    const replies: Promise<string>[] = [];
    leo.page.on('response', (response) => {
      if (response.url().includes('/api/templates')) replies.push(response.text().catch(() => ''));
    });
    await leo.page.goto('/game-library');
    await leo.continueAsGuest('Sign in or continue as a guest to open the templates.');
    await leo.page.waitForURL(/browse-templates/);
    // By the beginnings of its words.
    await leo.page.getByLabel('Search').fill(title.slice(0, -2).toUpperCase());
    await leo.page.getByRole('status').getByText('1 template', { exact: true }).waitFor();
    await leo.page.getByRole('link', { name: title }).click();
    await leo.sees('Synths');
    await leo.sees('by Mara');
    const everything = (await Promise.all(replies)).join('\n') + (await leo.page.content());
    expect(everything).toContain('Synths');
    for (const secret of ['Alpha Song', 'Beta Song', 'aaaaaaaaaa1', 'cccccccccc3']) {
      expect(everything).not.toContain(secret);
    }
    await leo.page.goto(paths.editor);
    await leo.sees('Only the owner of this template can do that.');
  });

  test('makes a game of another user’s template, which its moderator can save as a template', async (scene) => {
    const { template, arriveMara } = await owner(scene, { published: true });
    const leo = await scene.guest('Leo', COMPUTER);
    const { page } = leo;
    await page.goto(template.paths.library);
    await leo.button('Start a Game').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Moderator Name').fill('Leo');
    await dialog.getByRole('button', { name: 'Create Game' }).click();
    await leo.sees('Set up your game');
    await leo.sees('Alpha Song');
    await leo.button('Save as Template').click();
    await dialog.getByLabel('Template title').fill('Leo’s own');
    await dialog.getByRole('button', { name: 'Save Template' }).click();
    await dialog.getByRole('link', { name: 'Open in the editor' }).click();
    await templateEditorOf(leo).answersAre(['Alpha Song', 'Beta Song', 'Gamma Song']);
    const mara = await arriveMara();
    await mara.page.goto(template.paths.library);
    await mara.sees('used 1 time');
  });

  test('comes with templates', async ({ product }) => {
    const { http } = await newGuest(product.url);
    const found = await Promise.all(SHIPPED.map((q) => http.call('browseTemplates', { query: { q } })));
    expect(found.map(({ templates }, n) => templates.map(({ title }) => title).includes(SHIPPED[n] ?? ''))).toEqual(
      SHIPPED.map(() => true),
    );
  });

  test('orders search results by title on several pages and filters them by language', async (scene) => {
    const word = uniqueWord('board');
    const titles = Array.from({ length: 26 }, (_, place) => `${word} ${String.fromCharCode(65 + place)}`);
    const german = `${word} M`;
    const member = await newRegisteredUser(scene.product.url, 'Mara');
    const languageOf = (title: string) => (title === german ? { language: 'de' } : {});
    await Promise.all(titles.map((title) => prepareTemplate(member, { title, published: true, ...languageOf(title) })));
    const { page } = await scene.guest('Leo', COMPUTER);
    const items = page.locator('main').getByRole('listitem');
    const titlesShown = () => items.getByRole('heading').allInnerTexts();
    const titlesAre = (wanted: readonly string[]) =>
      eventually(async () => expect(await titlesShown()).toEqual(wanted));

    await page.goto(`/browse-templates?q=${word}`);
    await page.getByRole('combobox', { name: 'Sort by' }).click();
    await page.getByRole('option', { name: 'Title' }).click();
    await titlesAre(titles.slice(0, 24));
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: '2', exact: true }).click();
    await titlesAre(titles.slice(24));
    await page.reload();
    await titlesAre(titles.slice(24));
    await page.goBack();
    await titlesAre(titles.slice(0, 24));
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await titlesAre([german]);
  });

  test('finds a template by the topic and the language that its owner has set in the editor', async (scene) => {
    const { template, mara, editor } = await writing(scene);
    const { page } = mara;
    const topic = uniqueWord('synth ');
    await page.getByText('About this template').click();
    await page.locator('input').and(page.getByLabel('Topics')).fill(topic.toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Language of the answers' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await editor.saveStateIs('saved');
    await page.goto('/my-templates');
    await publish(mara, template.title);
    await page.goto('/browse-templates?language=de');
    await page.getByRole('group', { name: 'Topics' }).getByText(topic, { exact: true }).click();
    await page.waitForURL(/tags=synth/);
    const titles = page.locator('main').getByRole('listitem').getByRole('heading');
    await eventually(async () => expect(await titles.allInnerTexts()).toEqual([template.title]));
  });

  test('copies another user’s template, and the copy belongs to the user who copied it', async (scene) => {
    const { template } = await owner(scene, { published: true });
    const leo = await scene.guest('Leo', COMPUTER);
    const { page } = leo;
    const copy = `${template.title} (copy)`;
    await page.goto(template.paths.library);
    await leo.button('Make a Copy').click();
    await leo.sees('A copy was saved to My Templates.');
    await page.waitForURL(/my-templates/);
    await page.getByRole('link', { name: copy }).click();
    await page.getByRole('heading', { level: 1, name: copy }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await templateEditorOf(leo).answersAre(['Alpha Song', 'Beta Song', 'Gamma Song']);
  });

  test('hides an unpublished template from every user but its owner', async (scene) => {
    const { template, arriveMara } = await owner(scene, { published: true });
    const mara = await arriveMara();
    await mara.page.goto('/my-templates');
    await librarianOf(mara).choose(template.title, 'Unpublish');
    await mara.sees('Only you can see it now.');
    await mara.page.getByRole('link', { name: template.title }).waitFor();
    const leo = await scene.guest('Leo', COMPUTER);
    await leo.page.goto(`/browse-templates?q=${encodeURIComponent(template.title)}`);
    await leo.sees('Nothing found');
    await leo.page.goto(template.paths.library);
    await leo.sees('This template does not exist, or it is not public.');
  });
});

describe('reported template', () => {
  test('reaches the admins with the reason and what was added', async (scene) => {
    const { template } = await owner(scene, { published: true });
    const leo = await scene.guest('Leo', COMPUTER);
    await leo.page.goto(template.paths.library);
    await leo.button('Report').click();
    const dialog = leo.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'It violates someone’s rights' }).check();
    await dialog.getByLabel('Anything else we should know?').fill('These are our questions.');
    await dialog.getByRole('button', { name: 'Send Report' }).click();
    await leo.sees('Thank you. An admin will review it.');

    const admin = await signedIn(scene.product.url, FIRST_ADMIN);
    const ann = await scene.arrive('Ann', { ...COMPUTER, signedInAs: admin });
    await ann.page.goto('/library');
    await ann.page.getByRole('link', { name: 'Reported templates' }).click();
    const report = ann.page.getByRole('listitem').filter({ hasText: template.title });
    await report.getByText('These are our questions.').waitFor();
    await report.getByText('1 report').waitFor();
    await report.getByRole('link', { name: 'View content' }).click();
    await ann.sees(/As an admin you can see its content but not change it/);
    await templateEditorOf(ann).answersAre(['Alpha Song', 'Beta Song', 'Gamma Song']);
  });

  test('disappears when an admin takes it down with a reason, and appears again once it is allowed', async (scene) => {
    const { template, arriveMara } = await owner(scene, { published: true });
    const { title, templateId, paths } = template;
    const { http } = await newGuest(scene.product.url);
    await http.call('reportTemplate', { params: { templateId }, body: { reason: 'copyright' } });
    const admin = await signedIn(scene.product.url, FIRST_ADMIN);
    const ann = await scene.arrive('Ann', { ...COMPUTER, signedInAs: admin });
    await ann.page.goto('/library/reports');
    const report = ann.page.getByRole('listitem').filter({ hasText: title });
    await report.getByRole('button', { name: 'Take down' }).click();
    const dialog = ann.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('They are from a book.');
    await dialog.getByRole('button', { name: 'Take down' }).click();
    await report.getByRole('button', { name: 'Restore' }).waitFor();

    const leo = await scene.guest('Leo', COMPUTER);
    await leo.page.goto(paths.library);
    await leo.sees('This template does not exist, or it is not public.');
    const mara = await arriveMara();
    await mara.page.goto(paths.library);
    await mara.sees('An admin took this template down: They are from a book.');
    await mara.button(`More actions for ${title}`).click();
    expect(await mara.page.getByRole('menuitem', { name: 'Publish' }).isDisabled()).toBe(true);

    await report.getByRole('button', { name: 'Restore' }).click();
    await report.waitFor({ state: 'detached' });
    await mara.page.reload();
    await publish(mara, title);
    await leo.page.reload();
    await leo.button('Start a Game').waitFor();
  });
});
