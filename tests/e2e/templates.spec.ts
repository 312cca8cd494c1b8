import { atBest, eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { expectAlike, inTurns } from './support/in-turns.js';
import { typed } from './support/keys.js';
import { librarianOf, type Librarian } from './support/librarian.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { ADMIN_ENV, FIRST_ADMIN, visitorOf } from './support/visitor.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
/** What the library comes with. */
const SHIPPED = ['Encore!', 'Great Composers', 'Nursery Rhymes', 'Songs of the World', 'Starter quiz'];
/** More than stand on a page of the library. */
const OTHERS = Array.from({ length: 26 }, (_, place) => `Board ${String.fromCharCode(65 + place)}`);
/** As a file says it: all that a spreadsheet or a reader of JSON could break. */
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

/** An account with this name, made in the modal that stands open. */
async function signUp({ page, name }: Person): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Need an account?' }).click();
  await dialog.getByLabel('Display Name').fill(name);
  await dialog.getByLabel('Email').fill(`${name.toLowerCase()}@example.org`);
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('a-long-password');
  await dialog.getByRole('textbox', { name: 'Confirm Password' }).fill('a-long-password');
  await dialog.getByRole('button', { name: 'Create Account', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Files that are no templates, and what is said of each. */
const FAULTY: readonly (readonly [string, Buffer, string | RegExp])[] = [
  ['empty.csv', Buffer.from(''), 'The file is empty.'],
  ['photo.json', Buffer.from('89504e470d0a1a0a0000000d49484452000000ff', 'hex'), 'This is not a text file.'],
  [
    'cut.json',
    Buffer.from('{"format": "earworm-template",\n  "version": 1, "categories": ['),
    /^This is not JSON from here on/,
  ],
  ['other.json', Buffer.from('{"name": "something else"}'), /^This JSON is not a template/],
  [
    'quote.csv',
    Buffer.from('category,answer,link\nA,"open,x\n'),
    'A quotation mark is opened or closed in the wrong place.',
  ],
];

describe('a template that one person makes and another plays', () => {
  let mara: Person;
  let leo: Person;
  let ann: Person;
  let desk: { readonly mara: Librarian; readonly leo: Librarian };
  let editor: string;
  const step = storyOf(() => [mara, leo, ann]);
  const saved = (person: Person) => person.page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
  const answers = (person: Person) =>
    person.page
      .getByRole('textbox', { name: 'Answer' })
      .evaluateAll((fields) => fields.map((field) => ('value' in field ? field.value : null)));

  const expectAnswers = (person: Person, wanted: readonly string[]) =>
    eventually(async () => expect(await answers(person)).toEqual(wanted));

  opening(async (arrive) => {
    mara = await arrive('Mara');
    leo = await arrive('Leo');
    ann = await arrive('Ann');
    desk = { mara: librarianOf(mara), leo: librarianOf(leo) };
    for (const { page } of [mara, leo, ann]) await page.setViewportSize({ width: 1280, height: 800 });
  }, ADMIN_ENV);

  it(
    ...step('is written with a title, a category and a question, and saved by itself', async () => {
      const { page } = mara;
      await page.goto('/my-templates');
      await signUp(mara);
      await mara.sees('No templates yet');
      await mara.button('New Template').click();
      await page.getByLabel('Title', { exact: true }).fill('Mara’s <b>Eighties</b> 🎸');
      await mara.button('Add Category').click();
      await page.getByLabel('Category name').fill('Synths');
      await mara.button('Add Question').click();
      await mara.sees('YouTube link is required');
      await page.getByLabel('YouTube Link').fill(LINK);
      await page.getByRole('textbox', { name: 'Answer' }).fill('Alpha Song');
      await saved(mara);
      await mara.sees('Ready to play');
      editor = page.url();
      await page.reload();
      await page.getByRole('textbox', { name: 'Answer' }).waitFor();
      await expectAnswers(mara, ['Alpha Song']);
    }),
  );

  it(
    ...step('takes a pasted list, and gives back the lines that are none', async () => {
      const { page } = mara;
      await mara.button('Paste Links').click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByLabel('Links and answers')
        .fill(`https://youtu.be/bbbbbbbbbb2  Beta Song\nno link at all\nGamma Song - https://youtu.be/cccccccccc3`);
      await dialog.getByText('Line 2: no link at all').waitFor();
      await dialog.getByRole('button', { name: 'Add 2 questions' }).click();
      const left = dialog.getByLabel('Links and answers');
      await eventually(async () => expect(await left.inputValue()).toBe('no link at all'));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expectAnswers(mara, ['Alpha Song', 'Beta Song', 'Gamma Song']);
    }),
  );

  it(
    ...step('is put in order with the keyboard and with the mouse, and undone', async () => {
      const { page } = mara;
      await page.getByRole('button', { name: 'Move the question for 300' }).focus();
      await page.keyboard.press('Alt+ArrowUp');
      await expectAnswers(mara, ['Alpha Song', 'Gamma Song', 'Beta Song']);
      await page.keyboard.press('Control+z');
      await expectAnswers(mara, ['Alpha Song', 'Beta Song', 'Gamma Song']);
      const grip = (points: number) => page.getByRole('button', { name: `Move the question for ${points}` });
      const [from, to] = [await grip(100).boundingBox(), await grip(300).boundingBox()];
      if (!from || !to) throw new Error('nothing to hold');
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x + 10, to.y + 30, { steps: 12 });
      // The list knows where it is held only once it has measured itself.
      await page.getByText(/ is at place 3 of 3\.$/).waitFor({ state: 'attached' });
      await page.mouse.up();
      await expectAnswers(mara, ['Beta Song', 'Gamma Song', 'Alpha Song']);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expectAnswers(mara, ['Alpha Song', 'Beta Song', 'Gamma Song']);
      await saved(mara);
    }),
  );

  it(
    ...step('keeps what is typed without a network, and saves it when that is back', async () => {
      const { page, context } = mara;
      await context.setOffline(true);
      await page.getByRole('textbox', { name: 'Answer' }).first().fill('Typed on a train');
      await page.locator('[data-testid="save-state"][data-state="offline"]').waitFor();
      await context.setOffline(false);
      await saved(mara);
      await page.reload();
      await page.getByRole('textbox', { name: 'Answer' }).first().waitFor();
      await expectAnswers(mara, ['Typed on a train', 'Beta Song', 'Gamma Song']);
    }),
  );

  it(
    ...step('shows both versions when a second tab has changed it, and overwrites nothing', async () => {
      const second = await mara.context.newPage();
      await second.setViewportSize({ width: 1280, height: 800 });
      await second.goto(editor);
      await second.getByLabel('Category name').fill('From the other tab');
      await second.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
      await second.close();
      await mara.page.getByLabel('Title', { exact: true }).fill('Mara’s Eighties');
      const dialog = mara.page.getByRole('dialog');
      await dialog.getByText('Two versions of this template').waitFor();
      await dialog.getByText('From the other tab').first().waitFor();
      await dialog.getByRole('button', { name: 'Save the chosen parts' }).click();
      await saved(mara);
      const { page } = mara;
      await eventually(async () => {
        expect(await page.getByLabel('Category name').inputValue()).toBe('From the other tab');
        expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mara’s Eighties');
      });
    }),
  );

  it(
    ...step('keeps what two tabs could not save before they were closed, shows both, and saves both', async () => {
      const { page, context } = mara;
      const second = await mara.inAnotherTab();
      await second.page.setViewportSize({ width: 1280, height: 800 });
      await second.page.goto(editor);
      await second.page.getByLabel('Category name').waitFor();
      await context.setOffline(true);
      await page.getByRole('textbox', { name: 'Answer' }).last().fill('From a closed tab');
      await second.page.getByLabel('Title', { exact: true }).fill('From the other closed tab');
      for (const tab of [page, second.page]) {
        await tab.locator('[data-testid="save-state"][data-state="offline"]').waitFor();
      }
      // A page that is closed at once is on the network again for its last moment.
      for (const tab of [second.page, page]) await tab.goto('about:blank');
      await second.page.close();
      await context.setOffline(false);
      await page.goto(editor);
      const dialog = page.getByRole('dialog');
      await dialog.getByText(/closed before that could be saved/).waitFor();
      await dialog.getByRole('button', { name: 'Save the chosen parts' }).click();
      await saved(mara);
      await page.reload();
      await page.getByRole('textbox', { name: 'Answer' }).first().waitFor();
      await expectAnswers(mara, ['Typed on a train', 'Beta Song', 'From a closed tab']);
      const title = page.getByLabel('Title', { exact: true });
      await eventually(async () => expect(await title.inputValue()).toBe('From the other closed tab'));
      await page.getByRole('textbox', { name: 'Answer' }).last().fill('Gamma Song');
      await title.fill('Mara’s Eighties');
      await saved(mara);
    }),
  );

  it(
    ...step('is published', async () => {
      await mara.page.goto('/my-templates');
      await mara.button('More for Mara’s Eighties').click();
      await mara.page.getByRole('menuitem', { name: 'Publish' }).click();
      await mara.page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await mara.sees('Everybody can find it now.');
    }),
  );

  it(
    ...step('is found by somebody else, who sees its board and none of its answers', async () => {
      const { page } = leo;
      const heard: Promise<string>[] = [];
      page.on('response', (response) => {
        if (response.url().includes('/api/templates')) heard.push(response.text().catch(() => ''));
      });
      await page.goto('/game-library');
      await leo.continueAsGuest('Please sign in.');
      await page.waitForURL(/browse-templates/);
      await leo.sees('Starter quiz');
      await page.getByLabel('Search').fill('eight');
      await page.getByRole('link', { name: 'Mara’s Eighties' }).click();
      await leo.sees('From the other tab');
      await leo.sees('by Mara');
      const all = (await Promise.all(heard)).join('\n') + (await page.content());
      for (const secret of ['Typed on a train', 'Beta Song', 'aaaaaaaaaa1', 'cccccccccc3']) {
        expect(all).not.toContain(secret);
      }
      await page.goto(new URL(editor).pathname);
      await leo.sees('Only its owner can do that with this template.');
    }),
  );

  it(
    ...step('becomes a game of theirs, with its songs and answers at the desk', async () => {
      const { page } = leo;
      await page.goto(new URL(editor).pathname.replace('/template/edit/', '/library/template/'));
      await leo.button('Start a Game').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Moderator Name').fill('Leo');
      await dialog.getByRole('button', { name: 'Create Game' }).click();
      await leo.sees('Set up your game');
      await leo.sees('Typed on a train');
      await leo.button('Save as Template').click();
      await dialog.getByLabel('Template title').fill('Leo’s own');
      await dialog.getByRole('button', { name: 'Save Template' }).click();
      await dialog.getByRole('link', { name: 'Open it in the editor' }).click();
      await page.getByRole('textbox', { name: 'Answer' }).first().waitFor();
      await expectAnswers(leo, ['Typed on a train', 'Beta Song', 'Gamma Song']);
      await mara.page.goto(new URL(editor).pathname.replace('/template/edit/', '/library/template/'));
      await mara.sees('played 1 time');
    }),
  );

  it(
    ...step('comes from a file, or is told what is wrong with it, line by line', async () => {
      const { page } = leo;
      await page.goto('/my-templates');
      await leo.button('Import').click();
      const { dialog } = desk.leo;
      const give = desk.leo.give.bind(desk.leo);
      await give('mine.csv', 'name;age\nAnn;7\n');
      await dialog.getByText('The column “answer” is missing.').waitFor();
      await dialog.getByRole('button', { name: 'Choose another file' }).click();
      for (const [name, file, sentence] of FAULTY) {
        await give(name, file);
        await dialog.getByText(sentence).waitFor();
        await dialog.getByRole('button', { name: 'Choose another file' }).click();
      }
      await give('huge.json', Buffer.alloc(10_000_000, ' '));
      await dialog.getByText('“huge.json” is 10.0 MB.').waitFor();
      await dialog.getByRole('button', { name: 'Choose another file' }).click();
      await give('old.csv', Buffer.from(`category;answer;link\nKlavier;Für Elise;${LINK}\n`, 'latin1'));
      await dialog.getByText('“old.csv” is in My Templates: 1 question in 1 category.').waitFor();
      await dialog.getByRole('button', { name: 'Choose another file' }).click();
      await give('excel.csv', Buffer.from(`\uFEFFcategory;answer;link\nKlavier;Für Elise;${LINK}\n`, 'utf16le'));
      await dialog.getByText('“excel.csv” is in My Templates: 1 question in 1 category.').waitFor();
      await dialog.getByRole('link', { name: 'Open it in the editor' }).click();
      await page.getByRole('textbox', { name: 'Answer' }).first().waitFor();
      await expectAnswers(leo, ['Für Elise']);
    }),
  );

  it(
    ...step('is a file of its own, as JSON or as CSV, and the same template when that is imported', async () => {
      const { page } = leo;
      const { dialog } = desk.leo;
      const { title, categories } = AWKWARD;
      await page.goto('/my-templates');
      await desk.leo.imports('awkward.json', JSON.stringify(AWKWARD));
      const json = await desk.leo.exported(title, 'JSON');
      expect(JSON.parse(json)).toEqual(AWKWARD);
      const csv = await desk.leo.exported(title, 'CSV');
      await desk.leo.choose(title, 'Delete');
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('link', { name: title }).waitFor({ state: 'detached' });
      await desk.leo.imports('again.json', json);
      expect(await desk.leo.exported(title, 'JSON')).toBe(json);
      await desk.leo.imports('again.csv', csv);
      expect(JSON.parse(await desk.leo.exported('again', 'JSON'))).toMatchObject({ title: 'again', categories });

      await leo.button('Import').click();
      const schema = dialog.getByRole('link', { name: "The file's JSON Schema" });
      const published = (await (await page.request.get((await schema.getAttribute('href')) ?? '')).json()) as {
        readonly properties: object;
        readonly required: readonly string[];
      };
      expect(Object.keys(published.properties).sort()).toEqual(Object.keys(AWKWARD).sort());
      expect(Object.keys(AWKWARD)).toEqual(expect.arrayContaining([...published.required]));
      await page.keyboard.press('Escape');
    }),
  );

  it(
    ...step('is found by its topic, its language and its place in an order of many pages', async () => {
      const { page } = mara;
      await page.goto(new URL(editor).pathname);
      await page.getByText('About this template').click();
      await page.locator('input').and(page.getByLabel('Topics')).fill('Synth Pop');
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Language of the answers' }).click();
      await page.getByRole('option', { name: 'German' }).click();
      await saved(mara);
      await desk.mara.publishes(OTHERS);

      const list = leo.page;
      const titles = () => list.locator('main').getByRole('listitem').getByRole('heading').allInnerTexts();
      const waitForFirst = (title: string) =>
        list.locator('main').getByRole('listitem').first().getByRole('heading', { name: title }).waitFor();
      await list.goto('/browse-templates');
      await waitForFirst('Mara’s Eighties');
      await list.getByRole('combobox', { name: 'Order' }).click();
      await list.getByRole('option', { name: 'By title' }).click();
      await waitForFirst('Board A');
      const first = await titles();
      await list.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: '2', exact: true }).click();
      await list.getByRole('link', { name: 'Starter quiz' }).waitFor();
      const all = [...OTHERS, 'Mara’s Eighties', ...SHIPPED].sort();
      await eventually(async () => expect([...first, ...(await titles())]).toEqual(all));
      await list.reload();
      await list.getByRole('link', { name: 'Starter quiz' }).waitFor();
      await list.goBack();
      await waitForFirst('Board A');
      await list.getByRole('combobox', { name: 'Language' }).click();
      await list.getByRole('option', { name: 'German' }).click();
      await waitForFirst('Mara’s Eighties');
      await eventually(async () => expect(await titles()).toEqual(['Mara’s Eighties']));
      await list.goto('/browse-templates');
      await list.getByRole('group', { name: 'Topics' }).getByText('synth pop', { exact: true }).click();
      await list.waitForURL(/tags=synth/);
      await list.getByRole('link', { name: 'Board A' }).waitFor({ state: 'detached' });
      await eventually(async () => expect(await titles()).toEqual(['Mara’s Eighties']));
    }),
  );

  it(
    ...step('is copied by somebody who then owns the copy', async () => {
      const { page } = leo;
      await page.getByRole('link', { name: 'Mara’s Eighties' }).click();
      await leo.button('Make a Copy').click();
      await leo.sees('The copy is in My Templates.');
      await page.waitForURL(/my-templates/);
      await page.getByRole('link', { name: 'Mara’s Eighties (copy)' }).click();
      await page.getByRole('heading', { level: 1, name: 'Mara’s Eighties (copy)' }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Answer' }).first().waitFor();
      await expectAnswers(leo, ['Typed on a train', 'Beta Song', 'Gamma Song']);
    }),
  );

  it(
    ...step('is reported to the admins, taken down by one with a reason, and allowed again', async () => {
      const path = new URL(editor).pathname.replace('/template/edit/', '/library/template/');
      await leo.page.goto(path);
      await leo.button('Report').click();
      await desk.leo.dialog.getByRole('radio', { name: "It breaks somebody's rights" }).check();
      await desk.leo.dialog.getByLabel('Anything to add?').fill('These are our questions.');
      await desk.leo.dialog.getByRole('button', { name: 'Send Report' }).click();
      await leo.sees('Thank you. An admin will look at it.');

      await ann.page.goto('/library');
      await visitorOf(ann).signIn(FIRST_ADMIN);
      await ann.page.getByRole('link', { name: 'Reported templates' }).click();
      await ann.sees('These are our questions.');
      await ann.sees('1 report');
      await ann.page.getByRole('link', { name: 'Look at its content' }).click();
      await ann.sees(/You see its content as an admin, and cannot change it/);
      await expectAnswers(ann, ['Typed on a train', 'Beta Song', 'Gamma Song']);
      await ann.page.goBack();
      await ann.button('Take down').click();
      const dialog = ann.page.getByRole('dialog');
      await dialog.getByLabel('Why').fill('They are from a book.');
      await dialog.getByRole('button', { name: 'Take down' }).click();
      await ann.button('Allow again').waitFor();

      await leo.page.reload();
      await leo.sees('This template does not exist, or it is not public.');
      await mara.page.goto(path);
      await mara.sees('An admin took this template down: They are from a book.');
      await mara.button('More for Mara’s Eighties').click();
      expect(await mara.page.getByRole('menuitem', { name: 'Publish' }).isDisabled()).toBe(true);

      await ann.button('Allow again').click();
      await ann.sees('Nothing is reported');
      await mara.page.reload();
      await desk.mara.choose('Mara’s Eighties', 'Publish');
      await desk.mara.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
      await mara.sees('Everybody can find it now.');
      await leo.page.reload();
      await leo.button('Start a Game').waitFor();
    }),
  );

  it(
    ...step('is taken back by its owner, and nobody else finds it any more', async () => {
      await desk.mara.choose('Mara’s Eighties', 'Unpublish');
      await mara.sees('Only you see it now.');
      await leo.page.goto('/browse-templates?q=eighties');
      await leo.sees('Nothing found');
      await leo.page.goto(new URL(editor).pathname.replace('/template/edit/', '/library/template/'));
      await leo.sees('This template does not exist, or it is not public.');
    }),
  );

  it(
    ...step(
      'of 200 categories with 30 questions each is typed in as one of five is',
      async () => {
        const imported = async (person: Person, categories: number) => {
          const file = JSON.stringify({
            format: 'earworm-template',
            version: 1,
            title: 'Everything',
            categories: Array.from({ length: categories }, (_, c) => ({
              name: `Category ${c + 1}`,
              questions: Array.from({ length: 30 }, (__, q) => ({
                youtubeLink: LINK,
                answer: `Answer ${c} ${q}`,
                points: q,
              })),
            })),
          });
          const { page } = person;
          await page.goto('/my-templates');
          await person.button('Import').click();
          const [chooser] = await Promise.all([
            page.waitForEvent('filechooser'),
            person.button('Choose a file').click(),
          ]);
          await chooser.setFiles({ name: 'all.json', mimeType: 'application/json', buffer: Buffer.from(file) });
          await page.getByRole('link', { name: 'Open it in the editor' }).click();
          await page.getByRole('textbox', { name: 'Answer' }).first().click();
        };
        await imported(leo, 5);
        await imported(mara, 200);
        const list = mara.page.getByRole('region', { name: 'Categories' });
        expect(await list.getByRole('listitem').count()).toBeLessThan(40);
        const words = ['twent', 'y let', 'ters ', 'typed'];
        const typedBy = (person: Person) => (turn: number) => typed(person.page, words[turn] ?? '');
        await atBest(
          () => inTurns(words.length, typedBy(leo), typedBy(mara)),
          (keys) => {
            expect(keys.large.length).toBe(20);
            expectAlike('a key', keys);
          },
        );
        await saved(mara);
      },
      240_000,
    ),
  );
});
