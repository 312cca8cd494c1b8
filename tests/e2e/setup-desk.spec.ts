/// <reference lib="dom" />
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect } from '@jest/globals';
import { moderatorOf, type Moderator } from './support/moderator.js';
import type { Board } from './support/prepared-game.js';
import { type Scene, test } from './support/test.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';
const ONE_CATEGORY: Board = { 'Category 1': [] };
/** With a question in the first category and one in the last. */
const boardOf = (categories: number): Board =>
  Object.fromEntries(
    Array.from({ length: categories }, (_, i) => [
      `Category ${i + 1}`,
      i === 0 || i === categories - 1 ? [{ answer: `Song ${i + 1}`, link: LINK }] : [],
    ]),
  );

const answerOf = ({ person }: Moderator) => person.page.getByRole('textbox', { name: 'Answer' });
const save = ({ person }: Moderator) => person.button('Save Question').click();
const rowOf = ({ person }: Moderator, points: number) => person.button(`Edit the question for ${points}`);
const categoryOf = ({ person }: Moderator, number: number) =>
  person.page.getByRole('region', { name: `Category ${number}`, exact: true });

/** A half-typed question in two tabs, of which one is the duplicate of the other. */
async function halfTypedTwice({ game, setup }: Scene) {
  const ruth = await setup(await game({ started: false, board: ONE_CATEGORY }));
  await ruth.openQuestion('Category 1');
  await ruth.person.page.getByLabel('YouTube Link').fill(LINK);
  await answerOf(ruth).fill('One');
  // The duplicate gets what the tab has kept by then.
  await ruth.person.page.waitForFunction(() =>
    Object.values(sessionStorage).some((stored) => stored.includes('"One"') && stored.includes('youtu.be')),
  );
  const twin = moderatorOf(await ruth.person.duplicated());
  await eventually(async () => expect(await answerOf(twin).inputValue()).toBe('One'));
  return { ruth, twin };
}

describe('the setup of a game', () => {
  test('saves a half-typed question once when two tabs show it, and does not show it again after it was deleted', async (scene) => {
    const { ruth, twin } = await halfTypedTwice(scene);
    await save(ruth);
    await rowOf(ruth, 100).waitFor();
    await answerOf(twin).waitFor({ state: 'detached' });
    await twin.person.button('More actions for the question for 100').click();
    await twin.person.page.getByRole('menuitem', { name: 'Delete question' }).click();
    await twin.confirm('Delete');
    await rowOf(twin, 100).waitFor({ state: 'detached' });
    await twin.person.page.reload();
    await categoryOf(twin, 1).waitFor();
    expect(await answerOf(twin).count()).toBe(0);
  });

  test('saves both versions of a half-typed question that went on differently in two tabs', async (scene) => {
    const { ruth, twin } = await halfTypedTwice(scene);
    await answerOf(twin).fill('Two');
    await save(ruth);
    await twin.person.sees('One');
    await save(twin);
    await twin.person.sees('“Two” is added. The form is ready for the next question.');
    await ruth.person.sees('Two');
    expect(await ruth.person.button(/^Edit the question/).count()).toBe(2);
  });

  test('keeps what is typed elsewhere while a question is saved without a connection', async ({ game, arrive }) => {
    const played = await game({ started: false, board: { 'Category 1': [{ answer: 'One', link: LINK }] } });
    const { member, marks } = played.moderator;
    const ruth = moderatorOf(await arrive('Ruth', { signedInAs: member, localStorage: marks }));
    const { page } = ruth.person;
    const wire = await ruth.person.onWire();
    await page.goto(`/setup/${played.gameId}`);
    await rowOf(ruth, 100).waitFor();
    const name = page.getByLabel('New Category');
    await wire.cut();
    await ruth.person.sees('Reconnecting. Your changes are kept and sent when you are back online.');
    await rowOf(ruth, 100).click();
    await answerOf(ruth).fill('Uno');
    await save(ruth);
    // Text typed in a form that closes would be lost.
    await eventually(async () => expect(await answerOf(ruth).isEditable()).toBe(false));
    await name.fill('Category 2');
    await ruth.person.button('Add Category').click();
    await name.fill('Category 3');
    wire.mend();
    await answerOf(ruth).waitFor({ state: 'detached' });
    await ruth.person.sees('Uno');
    await categoryOf(ruth, 2).waitFor();
    await page.locator('button[data-loading]').waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Category 3');
    await ruth.person.button('Add Category').click();
    await categoryOf(ruth, 3).waitFor();
  });
});

describe('a template that is loaded into a game', () => {
  test('adds its questions to the board, which can be moved and started', async ({ game, setup }) => {
    const ruth = await setup(await game({ started: false, board: ONE_CATEGORY }));
    const { person } = ruth;
    const dialog = person.page.getByRole('dialog', { name: 'Add from a template' });
    await person.button('Add from a template').click();
    await dialog.getByText('Library', { exact: true }).click();
    await dialog.getByLabel('Search the library').fill('Great Composers');
    await dialog.getByRole('button', { name: /^Great Composers/ }).click();
    await dialog.getByRole('button', { name: 'Add to the board' }).click();
    await dialog.waitFor({ state: 'detached' });
    const answers = person.page.getByTestId('answer');
    await answers.first().waitFor();
    const [first, second] = await answers.allTextContents();
    await person
      .button(/^Move the question for/)
      .nth(1)
      .press('Alt+ArrowUp');
    await eventually(async () =>
      expect((await answers.allTextContents()).slice(0, 2).join()).toBe(`${second},${first}`),
    );
    await ruth.start();
  });
});

describe('a game with many categories', () => {
  test('accepts further categories as fast as they are typed, and keeps the focus on one that is scrolled out of view', async ({
    game,
    setup,
  }) => {
    const ruth = await setup(await game({ started: false, board: boardOf(16) }));
    const { page } = ruth.person;
    const name = page.getByLabel('New Category');
    for (let number = 17; number <= 26; number++) {
      await name.fill(`Category ${number}`);
      await name.press('Enter');
      await categoryOf(ruth, number).waitFor();
    }
    const rename = (number: number) => ruth.person.button(`Rename Category ${number}`);
    await page.evaluate(() => scrollTo(0, 0));
    await rename(1).focus();
    // The last category stands above it.
    await name.scrollIntoViewIfNeeded();
    await rename(26).waitFor();
    await rename(2).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Rename Category 1');
  });

  test('lets arrow keys move over its board, also to a tile that is not drawn yet', async ({ game, desk }) => {
    const { page } = (await desk(await game({ board: boardOf(26) }))).person;
    const devtools = await page.context().newCDPSession(page);
    const untilFocused = (label: string) =>
      page.waitForFunction((wanted) => document.activeElement?.ariaLabel === wanted, label);
    await page.getByRole('button', { name: 'Category 1 for 100', exact: true }).waitFor();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 });
    await page.getByRole('button', { name: 'Category 1 for 100', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await untilFocused('Category 26 for 100');
    await page.keyboard.press('ArrowLeft');
    await untilFocused('Category 1 for 100');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  });
});
