import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { type Scene, test } from './support/test.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

const answer = ({ person }: Moderator) => person.page.getByRole('textbox', { name: 'Answer' });
const answers = (desk: Moderator) =>
  answer(desk).evaluateAll((fields) => fields.map((field) => ('value' in field ? field.value : null)));
const edit = ({ person }: Moderator, points = 100) => person.button(`Edit the question for ${points}`).click();
/** Waits until the tab would find a text again after a reload. */
const untilSaved = ({ person }: Moderator, text: string) =>
  person.page.waitForFunction((typed) => Object.values(sessionStorage).join().includes(typed), text);

/** The setup of a game with one question, open in a browser; the game itself is the moderator's other window. */
async function openSetup({ game, setup }: Scene) {
  const other = await game({ started: false, board: { Eighties: [{ answer: 'One', link: LINK }] } });
  const ruth = await setup(other);
  await ruth.person.page.getByRole('region', { name: 'Eighties' }).waitFor();
  return { other, ruth };
}

describe('a game that is set up in two windows', () => {
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
    await untilSaved(ruth, 'Half a correction');
    await page.reload();
    await eventually(async () => expect(await answers(ruth)).toEqual(both));
    await ruth.person.button('Start Game').click();
    await ruth.person.sees('Start without the unfinished question?');
    await ruth.confirm('Cancel');
    expect(await answers(ruth)).toEqual(both);

    await page.goto(new URL(page.url()).pathname.replace('/setup/', '/game/'));
    const startHere = page.getByTestId('start-panel').getByRole('button', { name: 'Start game' });
    const confirmation = page.getByRole('dialog', { name: 'Start without the unfinished question?' });
    for (const start of [() => startHere.click(), () => page.keyboard.press('s')]) {
      await startHere.waitFor();
      await start();
      await confirmation.waitFor();
      await ruth.confirm('Cancel');
      await confirmation.waitFor({ state: 'detached' });
    }
    await page.getByRole('link', { name: 'Back to setup' }).click();
    await eventually(async () => expect(await answers(ruth)).toEqual(both));

    await twin.start();
    await ruth.person.sees('It was started in another window before you saved your changes.');
    for (const text of both) await ruth.person.sees(text);
    await page.getByRole('link', { name: 'Go to the desk' }).click();
    await page.getByTestId('pick-panel').waitFor();
  });
});
