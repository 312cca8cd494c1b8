/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { newId } from '@earworm/client';
import { CategoryId, QuestionId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing';
import type { ArrivalOptions } from './support/person.js';
import { templateEditorOf } from './support/template-editor.js';
import { test } from './support/test.js';

const LAPTOP: ArrivalOptions = { viewport: { width: 1280, height: 720 } };

describe('a moderator without a mouse', () => {
  test('switches from the desk to the setup and back, and starts the game once it has questions', async ({
    game,
    desk,
  }) => {
    const empty = await game({ board: {}, started: false });
    const { person } = await desk(empty, LAPTOP);
    const { page } = person;
    await person.sees('This game has no questions yet. Add some in setup.');
    await page.keyboard.press('s');
    await page.keyboard.press('b');
    await person.sees('Set up your game');
    const categoryId = CategoryId.parse(newId());
    await empty.command({ type: 'addCategory', categoryId, name: 'Eighties' });
    const question = {
      youtubeLink: 'https://youtu.be/aaaaaaaaaa1',
      clipId: null,
      youtubeSongName: '',
      answer: 'A',
      points: 100,
    };
    await empty.command({ type: 'addQuestion', categoryId, questionId: QuestionId.parse(newId()), question });
    await empty.join('Ada');
    await page.goBack();
    await page.getByTestId('start-panel').waitFor();
    await page.keyboard.press('b');
    await person.sees('Set up your game');
    await page.goBack();
    await page.getByTestId('start-panel').waitFor();
    await page.keyboard.press('s');
    await page.getByTestId('pick-panel').waitFor();
  });
});

describe('order of the categories of a template', () => {
  test('changes when a category is held with Space, moved with Alt and an arrow, or dragged with the mouse', async ({
    guest,
  }) => {
    const person = await guest('Ruth', LAPTOP);
    const { page } = person;
    const { keyboard } = page;
    const list = page.getByRole('dialog', { name: 'Order of the categories' });
    const order = async () =>
      (await list.getByRole('listitem').allInnerTexts()).map((text) => text.trim().split('\n')[0]);
    const grip = (name: string) => list.getByRole('button', { name: `Move ${name}`, exact: true });
    const are = (...names: string[]) => eventually(async () => expect(await order()).toEqual(names));
    await page.goto('/my-templates');
    await person.button('New Template').click();
    for (const name of ['One', 'Two', 'Three']) await templateEditorOf(person).addCategory(name);
    await person.button('Order of the categories').click();
    await are('One', 'Two', 'Three');

    await grip('One').focus();
    await keyboard.press('Space');
    await person.sees('Picked up One, position 1 of 3.');
    // The drag library listens to keys from the page's next timer on: a machine can press before that, a person can't.
    await page.evaluate(() => new Promise((next) => setTimeout(next)));
    await keyboard.press('ArrowDown');
    await person.sees('One is at position 2 of 3.');
    await keyboard.press('ArrowDown');
    await person.sees('One is at position 3 of 3.');
    await keyboard.press('Space');
    await are('Two', 'Three', 'One');

    await grip('One').press('Alt+ArrowUp');
    await are('Two', 'One', 'Three');

    const [from, to] = [await grip('Three').boundingBox(), await grip('Two').boundingBox()];
    if (!from || !to) throw new Error('nothing to hold');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 4, { steps: 12 });
    await person.sees('Three is at position 1 of 3.');
    await page.mouse.up();
    await are('Three', 'Two', 'One');

    await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
    await page.reload();
    await person.button('Order of the categories').click();
    await are('Three', 'Two', 'One');
  });
});
