import { describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

describe('a game that is set up in two tabs at once', () => {
  let ruth: Moderator;
  let twin: Moderator;
  const step = storyOf(() => [ruth.person, twin.person]);
  const answer = ({ person }: Moderator) => person.page.getByRole('textbox', { name: 'Answer' });
  const answers = (desk: Moderator) =>
    answer(desk).evaluateAll((fields) => fields.map((field) => ('value' in field ? field.value : null)));
  const edit = ({ person }: Moderator, points = 100) => person.button(`Edit the question for ${points}`).click();
  const save = ({ person }: Moderator) => person.button('Save Question').click();
  const kept = (text: string) =>
    ruth.person.page.waitForFunction((typed) => Object.values(sessionStorage).join().includes(typed), text);

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    twin = moderatorOf(await ruth.person.inAnotherTab());
  });

  it(
    ...step('says that a question was deleted while it was edited, also after reload, and puts it back', async () => {
      await ruth.createGame();
      await ruth.person.continueAsGuest('You must be logged in to create a game');
      await ruth.person.sees('Set up your game');
      await ruth.addCategory('Eighties');
      await ruth.openQuestion('Eighties');
      await ruth.typeQuestion({ link: LINK, answer: 'One' });
      await twin.person.page.goto(new URL(ruth.person.page.url()).pathname);
      await edit(ruth);
      await answer(ruth).fill('Uno');
      await twin.person.button('Delete the question for 100').click();
      await twin.confirm('Delete');
      await ruth.person.sees('Somebody has deleted this question meanwhile. Saving puts it back.');
      expect(await answers(ruth)).toEqual(['Uno']);
      await kept('Uno');
      await ruth.person.page.reload();
      await ruth.person.sees('Somebody has deleted this question meanwhile. Saving puts it back.');
      await save(ruth);
      await twin.person.sees('Uno');
      await answer(ruth).waitFor({ state: 'detached' });
    }),
  );

  it(
    ...step('says what somebody made of a question that is edited, and replaces it when asked again', async () => {
      await edit(ruth);
      await answer(ruth).fill('Eins');
      await edit(twin);
      await answer(twin).fill('Un');
      await save(twin);
      await answer(twin).waitFor({ state: 'detached' });
      await save(ruth);
      await ruth.person.sees('Somebody changed this meanwhile. It is now “Un” for 100.');
      expect(await answers(ruth)).toEqual(['Eins']);
      await save(ruth);
      await twin.person.sees('Eins');
      await answer(ruth).waitFor({ state: 'detached' });
    }),
  );

  it(
    ...step('says what a category is called by now, and replaces it when asked again', async () => {
      for (const desk of [ruth, twin]) await desk.person.button('Rename Eighties').click();
      await ruth.person.page.getByLabel('Category name').fill('The Eighties');
      await twin.person.page.getByLabel('Category name').fill('1980 to 1989');
      await twin.person.button('Save').click();
      await twin.person.button('Rename 1980 to 1989').waitFor();
      await ruth.person.button('Save').click();
      await ruth.person.sees('It is now called “1980 to 1989”.');
      await ruth.person.button('Save').click();
      await twin.person.button('Rename The Eighties').waitFor();
    }),
  );

  it(
    ...step('keeps a question that was typed in a category which is deleted, and puts that back too', async () => {
      await ruth.openQuestion('The Eighties');
      await answer(ruth).fill('Half a song');
      await twin.person.button('Delete The Eighties').click();
      await twin.confirm('Delete');
      await ruth.person.sees('Somebody has deleted this category meanwhile.');
      await ruth.person.page.getByLabel('YouTube Link').fill(LINK);
      await save(ruth);
      await twin.person.page.getByRole('region', { name: 'The Eighties' }).waitFor();
      await twin.person.sees('Half a song');
      await answer(ruth).waitFor({ state: 'detached' });
      expect(await ruth.person.page.getByText('Somebody has deleted').count()).toBe(0);
    }),
  );

  it(
    ...step('keeps every question of a category that is half typed, and asks before it starts without', async () => {
      await ruth.openQuestion('The Eighties');
      await answer(ruth).fill('Brand new');
      await edit(ruth, 200);
      await answer(ruth).nth(1).waitFor();
      await answer(ruth).first().fill('Half a correction');
      const both = ['Half a correction', 'Brand new'];
      await eventually(async () => expect(await answers(ruth)).toEqual(both));
      await kept('Half a correction');
      await ruth.person.page.reload();
      await eventually(async () => expect(await answers(ruth)).toEqual(both));
      await ruth.person.button('Start Game').click();
      await ruth.person.sees('Start without what is half typed?');
      await ruth.confirm('Cancel');
      expect(await answers(ruth)).toEqual(both);
      const { page } = ruth.person;
      const gamePath = new URL(page.url()).pathname.replace('/setup/', '/game/');
      await page.goto(gamePath);
      const startHere = page.getByTestId('start-panel').getByRole('button', { name: 'Start game' });
      const asked = page.getByRole('dialog', { name: 'Start without what is half typed?' });
      for (const press of [() => startHere.click(), () => page.keyboard.press('s')]) {
        await startHere.waitFor();
        await press();
        await asked.waitFor();
        await ruth.confirm('Cancel');
        await asked.waitFor({ state: 'detached' });
      }
      await page.getByRole('link', { name: 'Back to setup' }).click();
      await eventually(async () => expect(await answers(ruth)).toEqual(both));
      await twin.start();
      await ruth.person.sees('It was started in another window while something was half typed here.');
      for (const text of both) await ruth.person.sees(text);
      await ruth.person.page.getByRole('link', { name: 'To the desk' }).click();
      await ruth.person.page.getByTestId('pick-panel').waitFor();
    }),
  );

  it(
    ...step(
      'shows in the setup of the next game what was half typed in the one before, until it is discarded',
      async () => {
        const { page } = ruth.person;
        await ruth.createGame();
        await page.getByRole('heading', { name: 'Left from an earlier game' }).waitFor();
        for (const text of ['Half a correction', 'Brand new']) await ruth.person.sees(text);
        await ruth.person.button('Copy').click();
        await page.getByText('Copied', { exact: true }).waitFor();
        await ruth.person.button('Discard').click();
        await page.getByRole('heading', { name: 'Left from an earlier game' }).waitFor({ state: 'detached' });
        await page.reload();
        await ruth.person.sees('Your board is empty');
        expect(await page.getByText('Brand new').count()).toBe(0);
        expect([...ruth.person.errors, ...twin.person.errors]).toEqual([]);
      },
    ),
  );
});
