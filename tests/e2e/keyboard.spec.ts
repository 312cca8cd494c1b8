/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { newId } from '@earworm/client';
import { CategoryId, QuestionId } from '@earworm/rules';
import { eventually } from '@earworm/service-kit/testing';
import type { Page } from 'playwright-core';
import { youtubeIn } from './support/fake-youtube.js';
import type { Moderator } from './support/moderator.js';
import type { ArrivalOptions } from './support/people.js';
import type { Board } from './support/prepared-game.js';
import { test } from './support/test.js';

const EIGHTIES: Board = {
  Eighties: ['aaaaaaaaaa1', 'bbbbbbbbbb2', 'cccccccccc3'].map((id) => ({
    answer: `Song ${id[0]}`,
    link: `https://youtu.be/${id}`,
  })),
};
const LAPTOP: ArrivalOptions = { viewport: { width: 1280, height: 720 } };

const dialogIn = (page: Page, name: string) => page.getByRole('dialog', { name });
const verdictIn = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) }).and(page.locator(':enabled'));
/** The tile that has the focus. */
const focusedTile = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
const judge = async ({ person: { page } }: Moderator, verdict: 'Right' | 'Wrong' | 'Nobody') => {
  await verdictIn(page, verdict).waitFor();
  await page.keyboard.press(verdict[0]!.toLowerCase());
};

describe('a moderator without a mouse', () => {
  test('goes from the desk to the setup and back, and starts the game once it has questions', async ({
    game,
    desk,
  }) => {
    const empty = await game({ board: {}, started: false });
    const { person } = await desk(empty, LAPTOP);
    const { page } = person;
    await person.sees('This game has no questions yet. Add some in the setup.');
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
    await page.goBack();
    await page.getByTestId('start-panel').waitFor();
    await page.keyboard.press('b');
    await person.sees('Set up your game');
    await page.goBack();
    await page.getByTestId('start-panel').waitFor();
    await page.keyboard.press('s');
    await page.getByTestId('pick-panel').waitFor();
  });

  test('copies the link, shows the QR code, switches time trial and sounds, and opens the stage', async ({
    game,
    desk,
  }) => {
    const played = await game();
    const { person } = await desk(played, {
      ...LAPTOP,
      prepare: ({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
    });
    const { page } = person;
    const { keyboard } = page;
    const isTimeTrial = (checked: 'true' | 'false') =>
      eventually(async () => {
        const toggle = page.getByRole('switch', { name: 'Time trial' });
        expect(await toggle.getAttribute('aria-checked')).toBe(checked);
      });
    await page.getByTestId('pick-panel').waitFor();
    await keyboard.press('c');
    await person.sees('Link copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`code=${played.code}`);
    await keyboard.press('q');
    await dialogIn(page, 'Join this game').waitFor();
    // Keys of the desk do nothing behind a dialog.
    await keyboard.press('t');
    await keyboard.press('Escape');
    await dialogIn(page, 'Join this game').waitFor({ state: 'detached' });
    await isTimeTrial('false');
    await keyboard.press('t');
    await isTimeTrial('true');
    await keyboard.press('t');
    await isTimeTrial('false');
    await keyboard.press('u');
    await person.button('Unmute sounds').waitFor();
    await keyboard.press('u');
    await person.button('Mute sounds').waitFor();
    const [stage] = await Promise.all([person.context.waitForEvent('page'), keyboard.press('v')]);
    await stage.getByTestId('stage').waitFor();
  });

  test('selects questions with arrows, Enter and Space, and finds the focus where it was after a round', async ({
    game,
    desk,
  }) => {
    const moderator = await desk(await game({ board: EIGHTIES }), LAPTOP);
    const { page } = moderator.person;
    const { keyboard } = page;
    await page.getByTestId('pick-panel').waitFor();
    for (let tabs = 0; tabs < 30 && !(await focusedTile(page)).startsWith('Eighties'); tabs++)
      await keyboard.press('Tab');
    expect(await focusedTile(page)).toBe('Eighties for 100');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    expect(await focusedTile(page)).toBe('Eighties for 300');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Eighties for 200, playing now' }).waitFor();
    await judge(moderator, 'Nobody');
    await page.getByTestId('pick-panel').waitFor();
    await keyboard.press('ArrowDown');
    expect(await focusedTile(page)).toBe('Eighties for 300');
    await keyboard.press('ArrowUp');
    expect(await focusedTile(page)).toBe('Eighties for 100');
    // It rests for half a second after a verdict, so that a second click selects nothing.
    await page.locator('[aria-label="Board"]:not([aria-disabled="true"])').waitFor();
    await keyboard.press('Space');
    await page.getByRole('button', { name: 'Eighties for 100, playing now' }).waitFor();
  });

  test('pauses, resumes and replays the song, and judges a player who buzzes with Space and Enter', async ({
    game,
    phone,
    desk,
  }) => {
    const played = await game({ players: ['Ada'], board: EIGHTIES });
    const player = await phone(played, 'Ada');
    const moderator = await desk(played, LAPTOP);
    const { page } = moderator.person;
    const { keyboard } = page;
    const { log } = youtubeIn(page);
    await moderator.pick('Eighties for 200');
    await player.becomes('armed');
    await eventually(async () => expect(await log()).toContain('play bbbbbbbbbb2'));
    await keyboard.press('p');
    await player.becomes('paused');
    await moderator.person.button('Resume music').waitFor();
    await eventually(async () => expect((await log()).at(-1)).toBe('pause'));
    await keyboard.press('p');
    await player.becomes('armed');
    const before = (await log()).length;
    await keyboard.press('m');
    await eventually(async () => expect((await log()).slice(before)).toContain('seek 0'));

    await player.person.page.keyboard.press('Space');
    await player.becomes('first');
    await moderator.first('Ada');
    await judge(moderator, 'Wrong');
    await player.becomes('wrong');
    expect(await player.score()).toBe(-100);
    await verdictIn(page, 'Nobody').waitFor();
    await player.person.page.keyboard.press('Enter');
    await moderator.first('Ada');
    await judge(moderator, 'Right');
    await player.becomes('right');
    expect(await player.score()).toBe(100);

    await played.pick('Eighties for 100');
    await judge(moderator, 'Nobody');
    await player.person.sees('Nobody got it');
  });

  test('is asked before leaving the desk or ending the game', async ({ game, desk }) => {
    const { page } = (await desk(await game({ players: ['Ada'] }), LAPTOP)).person;
    const { keyboard } = page;
    await page.getByTestId('pick-panel').waitFor();
    for (const [key, question] of [
      ['l', 'Leave the desk?'],
      ['e', 'End this game?'],
    ] as const) {
      await keyboard.press(key);
      await dialogIn(page, question).waitFor();
      await keyboard.press('Escape');
      await dialogIn(page, question).waitFor({ state: 'detached' });
    }
    await page.getByTestId('pick-panel').waitFor();
    await keyboard.press('e');
    await dialogIn(page, 'End this game?').waitFor();
    await keyboard.press('Enter');
    await page.getByRole('list', { name: 'Podium' }).waitFor();
  });

  test('is asked before starting a game without questions, and can only end it then', async ({ game, setup }) => {
    const { person } = await setup(await game({ board: {}, started: false }), LAPTOP);
    const { page } = person;
    await person.button('Start Game').click();
    await dialogIn(page, 'Start without questions?').waitFor();
    await page.keyboard.press('Enter');
    await person.sees('Nothing to pick');
    await page.getByTestId('pick-panel').getByRole('button', { name: 'End game' }).press('Enter');
    await dialogIn(page, 'End this game?').waitFor();
    await page.keyboard.press('Enter');
    await page.getByTestId('pick-panel').waitFor({ state: 'detached' });
  });
});

describe('the categories of a template', () => {
  test('are put in order held with Space, moved with Alt and an arrow, or dragged with the mouse', async ({
    guest,
  }) => {
    const person = await guest('Ruth', LAPTOP);
    const { page } = person;
    const { keyboard } = page;
    const list = page.getByRole('region', { name: 'Categories' });
    const order = async () =>
      (await list.getByRole('listitem').allInnerTexts()).map((text) => text.trim().split('\n')[0]);
    const grip = (name: string) => list.getByRole('button', { name: `Move ${name}`, exact: true });
    const are = (...names: string[]) => eventually(async () => expect(await order()).toEqual(names));
    await page.goto('/my-templates');
    await person.button('New Template').click();
    for (const name of ['One', 'Two', 'Three']) {
      await list.getByRole('button', { name: 'Add Category' }).click();
      await page.getByLabel('Category name').fill(name);
    }
    await are('One', 'Two', 'Three');

    await grip('One').focus();
    await keyboard.press('Space');
    await person.sees('One picked up, place 1 of 3.');
    // The drag library listens to keys from the page's next timer on: a machine can press before that, a person can't.
    await page.evaluate(() => new Promise((next) => setTimeout(next)));
    await keyboard.press('ArrowDown');
    await person.sees('One is at place 2 of 3.');
    await keyboard.press('ArrowDown');
    await person.sees('One is at place 3 of 3.');
    await keyboard.press('Space');
    await are('Two', 'Three', 'One');

    await grip('One').press('Alt+ArrowUp');
    await are('Two', 'One', 'Three');

    const [from, to] = [await grip('Three').boundingBox(), await grip('Two').boundingBox()];
    if (!from || !to) throw new Error('nothing to hold');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 4, { steps: 12 });
    await person.sees('Three is at place 1 of 3.');
    await page.mouse.up();
    await are('Three', 'Two', 'One');

    await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
    await page.reload();
    await are('Three', 'Two', 'One');
  });
});
