/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { playerOf } from './support/player.js';
import type { Board } from './support/prepared-game.js';
import { test } from './support/test.js';

const CATEGORIES = 45;
const QUESTIONS = 30;
const DESK = { width: 1280, height: 800 };

const board: Board = Object.fromEntries(
  Array.from({ length: CATEGORIES }, (_, c) => [
    `Category ${c + 1}`,
    // The first one has room for another question.
    Array.from({ length: c === 0 ? QUESTIONS - 1 : QUESTIONS }, (__, q) => ({ answer: `Answer ${c + 1} ${q + 1}` })),
  ]),
);

describe(`a game of ${CATEGORIES} categories with up to ${QUESTIONS} questions each`, () => {
  test('draws only the categories in view in its setup and keeps a half-typed question while it is scrolled', async ({
    game,
    setup,
  }) => {
    const ruth = await setup(await game({ board, started: false }), { viewport: DESK });
    const { page } = ruth.person;
    const edits = page.getByRole('button', { name: 'Edit the question for 100', exact: true });
    await edits.first().waitFor();
    expect(await edits.count()).toBeLessThan(8);
    const first = page.getByRole('region', { name: 'Category 1', exact: true });
    await first.getByRole('button', { name: 'Add Question' }).click();
    const answer = page.getByRole('textbox', { name: 'Answer' });
    await answer.fill('half typed');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByText(`Answer ${CATEGORIES} ${QUESTIONS}`).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await answer.waitFor();
    expect(await answer.inputValue()).toBe('half typed');
  });

  test('draws only the categories in view on its board, and the last tile can be reached and picked', async ({
    game,
    desk,
  }) => {
    const ruth = await desk(await game({ board }), { viewport: DESK });
    const { page } = ruth.person;
    const section = page.getByRole('region', { name: 'Board' });
    await section.getByRole('group').first().waitFor();
    expect(await section.getByRole('group').count()).toBeLessThan(30);
    await page.getByRole('button', { name: 'Category 1 for 100', exact: true }).focus();
    for (let column = 2; column <= 21; column++) await page.keyboard.press('ArrowRight');
    await page.locator('button[aria-label="Category 21 for 100"]:focus').waitFor();
    await section.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await section.getByRole('button', { name: `Category ${CATEGORIES} for 3,000`, exact: true }).click();
    await page.getByTestId('round-panel').waitFor();
  });

  test('keeps the seat of a phone that loses its connection and reloads', async ({ game, arrive }) => {
    const played = await game({ board });
    await played.pick(`Category ${CATEGORIES} for 3000`);
    const ada = await arrive('Ada');
    const wire = await ada.onWire();
    const player = playerOf(ada);
    await player.enterCode(played.code);
    await ada.button('Join Game').click();
    await player.becomes('armed');
    await player.buzz();
    await player.becomes('first');
    await wire.cut();
    await player.becomes('reconnecting');
    wire.mend();
    await player.becomes('first');
    await ada.page.reload();
    await player.becomes('first');
    await Promise.all([player.becomes('right'), played.judge(true)]);
    expect(await player.score()).toBe(3_000);
  });
});
