import { atBest } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { expectAlike, inTurns } from './support/in-turns.js';
import { typed } from './support/keys.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

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

describe('a template that one person makes and another plays', () => {
  let mara: Person;
  let leo: Person;
  let editor: string;
  const step = storyOf(() => [mara, leo]);
  const saved = (person: Person) => person.page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
  const answers = (person: Person) =>
    person.page
      .getByRole('textbox', { name: 'Answer' })
      .evaluateAll((fields) => fields.map((field) => ('value' in field ? field.value : null)));

  opening(async (arrive) => {
    mara = await arrive('Mara');
    leo = await arrive('Leo');
    for (const { page } of [mara, leo]) await page.setViewportSize({ width: 1280, height: 800 });
  });

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
      expect(await answers(mara)).toEqual(['Alpha Song']);
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
      expect(await dialog.getByLabel('Links and answers').inputValue()).toBe('no link at all');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await answers(mara)).toEqual(['Alpha Song', 'Beta Song', 'Gamma Song']);
    }),
  );

  it(
    ...step('is put in order with the keyboard and with the mouse, and undone', async () => {
      const { page } = mara;
      await page.getByRole('button', { name: 'Move the question for 300' }).focus();
      await page.keyboard.press('Alt+ArrowUp');
      expect(await answers(mara)).toEqual(['Alpha Song', 'Gamma Song', 'Beta Song']);
      await page.keyboard.press('Control+z');
      expect(await answers(mara)).toEqual(['Alpha Song', 'Beta Song', 'Gamma Song']);
      const grip = (points: number) => page.getByRole('button', { name: `Move the question for ${points}` });
      const [from, to] = [await grip(100).boundingBox(), await grip(300).boundingBox()];
      if (!from || !to) throw new Error('nothing to hold');
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x + 10, to.y + 30, { steps: 12 });
      await page.mouse.up();
      expect(await answers(mara)).toEqual(['Beta Song', 'Gamma Song', 'Alpha Song']);
      await page.getByRole('button', { name: 'Undo' }).click();
      expect(await answers(mara)).toEqual(['Alpha Song', 'Beta Song', 'Gamma Song']);
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
      expect((await answers(mara))[0]).toBe('Typed on a train');
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
      expect(await mara.page.getByLabel('Category name').inputValue()).toBe('From the other tab');
      expect(await mara.page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mara’s Eighties');
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
      expect(await answers(leo)).toEqual(['Typed on a train', 'Beta Song', 'Gamma Song']);
      await mara.page.goto(new URL(editor).pathname.replace('/template/edit/', '/library/template/'));
      await mara.sees('played 1 time');
    }),
  );

  it(
    ...step('comes from a file, or is told what is wrong with it, line by line', async () => {
      const { page } = leo;
      await page.goto('/my-templates');
      await leo.button('Import').click();
      const dialog = page.getByRole('dialog');
      const give = async (name: string, buffer: Buffer) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          dialog.getByRole('button', { name: 'Choose a file' }).click(),
        ]);
        await chooser.setFiles({ name, mimeType: 'text/plain', buffer });
      };
      await give('mine.csv', Buffer.from('name;age\nAnn;7\n'));
      await dialog.getByText('The column “answer” is missing.').waitFor();
      await dialog.getByRole('button', { name: 'Choose another file' }).click();
      await give('huge.json', Buffer.alloc(10_000_000, ' '));
      await dialog.getByText('“huge.json” is 10.0 MB.').waitFor();
      await dialog.getByRole('button', { name: 'Choose another file' }).click();
      await give('excel.csv', Buffer.from(`\uFEFFcategory;answer;link\nKlavier;Für Elise;${LINK}\n`, 'utf16le'));
      await dialog.getByText('“excel.csv” is in My Templates: 1 question in 1 category.').waitFor();
      await dialog.getByRole('link', { name: 'Open it in the editor' }).click();
      await page.getByRole('textbox', { name: 'Answer' }).first().waitFor();
      expect(await answers(leo)).toEqual(['Für Elise']);
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
      120_000,
    ),
  );
});
