/// <reference lib="dom" />
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';

const CATEGORIES = 26;
const LINK = 'https://youtu.be/aaaaaaaaaa1';

describe('the setup of a long game', () => {
  let ruth: Moderator;
  let twin: Moderator;
  let wire: Awaited<ReturnType<Moderator['person']['onWire']>>;
  const step = storyOf(() => [ruth.person]);
  const page = () => ruth.person.page;
  const focused = () => page().evaluate(() => document.activeElement?.ariaLabel);
  const answerOf = ({ person }: Moderator) => person.page.getByRole('textbox', { name: 'Answer' });
  const save = ({ person }: Moderator) => person.button('Save Question').click();
  const rowOf = ({ person }: Moderator, points: number) => person.button(`Edit the question for ${points}`);

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    wire = await ruth.person.onWire();
  });

  it(
    ...step(
      'keeps the name of a category that is half typed, and a new name of one, through back and reload',
      async () => {
        await ruth.createGame();
        await ruth.person.continueAsGuest('You must be logged in to create a game');
        await ruth.person.sees('Set up your game');
        await ruth.addCategory('Category 1');
        await page().getByLabel('New Category').fill('Half a cat');
        await ruth.person.button('Rename Category 1').click();
        await page().getByLabel('Category name').fill('First thi');
        await page().goBack();
        await page().getByRole('tab', { name: 'Create Game' }).waitFor();
        await page().goForward();
        const typed = async () => [
          await page().getByLabel('New Category').inputValue(),
          await page().getByLabel('Category name').inputValue(),
        ];
        await eventually(async () => expect(await typed()).toEqual(['Half a cat', 'First thi']));
        await page().reload();
        await eventually(async () => expect(await typed()).toEqual(['Half a cat', 'First thi']));
        await ruth.person.button('Cancel').click();
        await page().getByLabel('New Category').fill('');
        await page().reload();
        await page().getByRole('region', { name: 'Category 1', exact: true }).waitFor();
        expect(await page().getByLabel('New Category').inputValue()).toBe('');
        expect(await page().getByLabel('Category name').count()).toBe(0);
      },
    ),
  );

  it(
    ...step('is saved once from two tabs that show the same half-typed question', async () => {
      await ruth.openQuestion('Category 1');
      await page().getByLabel('YouTube Link').fill(LINK);
      await answerOf(ruth).fill('One');
      // Until it is kept.
      await page().waitForFunction(() => Object.values(sessionStorage).some((kept) => kept.includes('"One"')));
      twin = moderatorOf(await ruth.person.duplicated());
      await eventually(async () => expect(await answerOf(twin).inputValue()).toBe('One'));
      await save(ruth);
      await rowOf(ruth, 100).waitFor();
      await answerOf(twin).waitFor({ state: 'detached' });
      await twin.person.button('Delete the question for 100').click();
      await twin.confirm('Delete');
      await rowOf(twin, 100).waitFor({ state: 'detached' });
      await twin.person.page.reload();
      await twin.person.page.getByRole('region', { name: 'Category 1', exact: true }).waitFor();
      expect(await answerOf(twin).count()).toBe(0);
      await twin.person.page.close();
    }),
  );

  it(
    ...step('loses nothing of a question that was typed on in the second of two tabs', async () => {
      await ruth.openQuestion('Category 1');
      await page().getByLabel('YouTube Link').fill(LINK);
      await answerOf(ruth).fill('One');
      await page().waitForFunction(() => Object.values(sessionStorage).some((kept) => kept.includes('"One"')));
      twin = moderatorOf(await ruth.person.duplicated());
      await answerOf(twin).fill('Two');
      await save(ruth);
      await twin.person.sees('One');
      await save(twin);
      await answerOf(twin).waitFor({ state: 'detached' });
      await ruth.person.sees('Two');
      expect(
        await page()
          .getByRole('button', { name: /^Edit the question/ })
          .count(),
      ).toBe(2);
      await twin.person.page.close();
    }),
  );

  it(
    ...step('keeps what is typed while something is saved that takes long', async () => {
      const name = page().getByLabel('New Category');
      await wire.cut();
      await ruth.person.sees('Reconnecting. What you do now is kept and sent.');
      await rowOf(ruth, 100).first().click();
      await answerOf(ruth).fill('Uno');
      await save(ruth);
      // It cannot be typed in: it would be gone with the form.
      await eventually(async () => expect(await answerOf(ruth).isEditable()).toBe(false));
      await name.fill('Category 2');
      await ruth.person.button('Add Category').click();
      await name.fill('Category 3');
      wire.mend();
      await answerOf(ruth).waitFor({ state: 'detached' });
      await ruth.person.sees('Uno');
      await page().getByRole('region', { name: 'Category 2', exact: true }).waitFor();
      await page().locator('button[data-loading]').waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Category 3');
      await ruth.person.button('Add Category').click();
      await page().getByRole('region', { name: 'Category 3', exact: true }).waitFor();
    }),
  );

  it(
    ...step('takes categories as fast as they are typed', async () => {
      const name = page().getByLabel('New Category');
      for (let count = 4; count <= CATEGORIES; count++) {
        await name.fill(`Category ${count}`);
        await name.press('Enter');
        await page()
          .getByRole('region', { name: `Category ${count}`, exact: true })
          .waitFor();
      }
    }),
  );

  it(
    ...step('leaves the focus where it is, however far that is scrolled away', async () => {
      await page().evaluate(() => scrollTo(0, 0));
      await page().getByRole('button', { name: 'Rename Category 1', exact: true }).focus();
      await page().evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await page().getByRole('button', { name: 'Rename Category 26', exact: true }).waitFor();
      await page().getByRole('button', { name: 'Rename Category 2', exact: true }).waitFor({ state: 'detached' });
      expect(await focused()).toBe('Rename Category 1');
    }),
  );

  it(
    ...step('is walked over by keyboard on the board, also to a tile that is not drawn yet', async () => {
      await ruth.openQuestion('Category 26');
      await ruth.typeQuestion({ link: LINK, answer: 'Three' });
      await ruth.start();
      const devtools = await page().context().newCDPSession(page());
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
      await page().getByRole('button', { name: 'Category 1 for 100', exact: true }).first().focus();
      await page().keyboard.press('ArrowRight');
      await page().waitForFunction(() => document.activeElement?.ariaLabel === 'Category 26 for 100');
      await page().keyboard.press('ArrowLeft');
      await page().waitForFunction(() => document.activeElement?.ariaLabel === 'Category 1 for 100');
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      expect(ruth.person.errors).toEqual([]);
    }),
  );
});
