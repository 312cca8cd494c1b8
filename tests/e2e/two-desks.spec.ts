import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { moderatorOf, type Moderator } from './support/moderator.js';
import type { PreparedGame } from './support/prepared-game.js';
import { type Scene, test } from './support/test.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

const answer = ({ person }: Moderator) => person.page.getByRole('textbox', { name: 'Answer' });
const answers = (desk: Moderator) =>
  answer(desk).evaluateAll((fields) => fields.map((field) => ('value' in field ? field.value : null)));
const edit = ({ person }: Moderator, points = 100) => person.button(`Edit the question for ${points}`).click();
const save = ({ person }: Moderator) => person.button('Save Question').click();
/** Waits until the tab would find a text again after a reload. */
const untilKept = ({ person }: Moderator, text: string) =>
  person.page.waitForFunction((typed) => Object.values(sessionStorage).join().includes(typed), text);

/** The setup of a game with one question, open in a browser; the game itself is the moderator's other window. */
async function openSetup({ game, setup }: Scene) {
  const other = await game({ started: false, board: { Eighties: [{ answer: 'One', link: LINK }] } });
  const ruth = await setup(other);
  await ruth.person.page.getByRole('region', { name: 'Eighties' }).waitFor();
  return { other, ruth };
}

/** The category `name` as everybody has it by now. */
const category = (game: PreparedGame, name: string) =>
  eventually(async () => {
    const found = (await game.view()).categories.find((each) => each.name === name);
    if (!found) throw new Error(`there is no category ${name}`);
    return found;
  });
const answersIn = async (game: PreparedGame, name: string) =>
  (await category(game, name)).questions.map(({ secret }) => secret?.answer);

describe('a game that is set up in two windows', () => {
  test('reports that a question was deleted while it was edited, also after a reload, and saving puts it back', async (scene) => {
    const { other, ruth } = await openSetup(scene);
    await edit(ruth);
    await answer(ruth).fill('Uno');
    const { id: categoryId, questions } = await category(other, 'Eighties');
    await other.command({ type: 'deleteQuestion', categoryId, questionId: questions[0]!.id });
    await ruth.person.sees('Somebody has deleted this question meanwhile. Saving puts it back.');
    expect(await answers(ruth)).toEqual(['Uno']);
    await untilKept(ruth, 'Uno');
    await ruth.person.page.reload();
    await ruth.person.sees('Somebody has deleted this question meanwhile. Saving puts it back.');
    await save(ruth);
    await eventually(async () => expect(await answersIn(other, 'Eighties')).toEqual(['Uno']));
    await answer(ruth).waitFor({ state: 'detached' });
  });

  test('shows what a question that is edited was changed to, and replaces it when it is saved again', async (scene) => {
    const { other, ruth } = await openSetup(scene);
    await edit(ruth);
    await answer(ruth).fill('Eins');
    const { id: categoryId, questions } = await category(other, 'Eighties');
    const question = { youtubeLink: LINK, clipId: null, youtubeSongName: '', answer: 'Un', points: 100 };
    await other.command({ type: 'updateQuestion', categoryId, questionId: questions[0]!.id, question });
    await save(ruth);
    await ruth.person.sees('Somebody changed this meanwhile. It is now “Un” for 100.');
    expect(await answers(ruth)).toEqual(['Eins']);
    await save(ruth);
    await eventually(async () => expect(await answersIn(other, 'Eighties')).toEqual(['Eins']));
    await answer(ruth).waitFor({ state: 'detached' });
  });

  test('shows what a category was renamed to, and replaces the name when it is saved again', async (scene) => {
    const { other, ruth } = await openSetup(scene);
    await ruth.person.button('Rename Eighties').click();
    await ruth.person.page.getByLabel('Category name').fill('The Eighties');
    const { id: categoryId } = await category(other, 'Eighties');
    await other.command({ type: 'renameCategory', categoryId, name: '1980 to 1989' });
    await ruth.person.button('Save').click();
    await ruth.person.sees('It is now called “1980 to 1989”.');
    await ruth.person.button('Save').click();
    await category(other, 'The Eighties');
    await ruth.person.button('Rename The Eighties').waitFor();
  });

  test('keeps a question that was typed in a category which is deleted, and saving puts both back', async (scene) => {
    const { other, ruth } = await openSetup(scene);
    await ruth.openQuestion('Eighties');
    await answer(ruth).fill('Half a song');
    const { id: categoryId } = await category(other, 'Eighties');
    await other.command({ type: 'deleteCategory', categoryId });
    await ruth.person.sees('Somebody has deleted this category meanwhile.');
    await ruth.person.page.getByLabel('YouTube Link').fill(LINK);
    await save(ruth);
    await eventually(async () => expect(await answersIn(other, 'Eighties')).toContain('Half a song'));
    await answer(ruth).waitFor({ state: 'detached' });
    expect(await ruth.person.page.getByText('Somebody has deleted').count()).toBe(0);
  });

  test('keeps half-typed questions of one tab through reloads, asks before starting without them, and shows them when the other tab starts', async (scene) => {
    const { ruth } = await openSetup(scene);
    const { page } = ruth.person;
    const twin = moderatorOf(await ruth.person.inAnotherTab());
    await twin.person.page.goto(page.url());
    await ruth.openQuestion('Eighties');
    await answer(ruth).fill('Brand new');
    await edit(ruth);
    await answer(ruth).nth(1).waitFor();
    await answer(ruth).first().fill('Half a correction');
    const both = ['Half a correction', 'Brand new'];
    await eventually(async () => expect(await answers(ruth)).toEqual(both));
    await untilKept(ruth, 'Half a correction');
    await page.reload();
    await eventually(async () => expect(await answers(ruth)).toEqual(both));
    await ruth.person.button('Start Game').click();
    await ruth.person.sees('Start without what is half typed?');
    await ruth.confirm('Cancel');
    expect(await answers(ruth)).toEqual(both);

    await page.goto(new URL(page.url()).pathname.replace('/setup/', '/game/'));
    const startHere = page.getByTestId('start-panel').getByRole('button', { name: 'Start game' });
    const asked = page.getByRole('dialog', { name: 'Start without what is half typed?' });
    for (const start of [() => startHere.click(), () => page.keyboard.press('s')]) {
      await startHere.waitFor();
      await start();
      await asked.waitFor();
      await ruth.confirm('Cancel');
      await asked.waitFor({ state: 'detached' });
    }
    await page.getByRole('link', { name: 'Back to setup' }).click();
    await eventually(async () => expect(await answers(ruth)).toEqual(both));

    await twin.start();
    await ruth.person.sees('It was started in another window while something was half typed here.');
    for (const text of both) await ruth.person.sees(text);
    await page.getByRole('link', { name: 'To the desk' }).click();
    await page.getByTestId('pick-panel').waitFor();
  });

  test('shows questions that were half typed when a game started in the setup of the next one until they are discarded', async (scene) => {
    const { other, ruth } = await openSetup(scene);
    const { page } = ruth.person;
    const heading = page.getByRole('heading', { name: 'Left from an earlier game' });
    await ruth.openQuestion('Eighties');
    await answer(ruth).fill('Brand new');
    await edit(ruth);
    await answer(ruth).nth(1).waitFor();
    await answer(ruth).first().fill('Half a correction');
    await untilKept(ruth, 'Half a correction');
    await other.start();
    await ruth.person.sees('It was started in another window while something was half typed here.');

    await ruth.createGame();
    await heading.waitFor();
    for (const text of ['Half a correction', 'Brand new']) await ruth.person.sees(text);
    await ruth.person.button('Copy').click();
    await page.getByText('Copied', { exact: true }).waitFor();
    await ruth.person.button('Discard').click();
    await heading.waitFor({ state: 'detached' });
    await page.reload();
    await ruth.person.sees('Your board is empty');
    expect(await page.getByText('Brand new').count()).toBe(0);
  });
});
