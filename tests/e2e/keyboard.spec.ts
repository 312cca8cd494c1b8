/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';

describe('whoever has no mouse', () => {
  let ruth: Moderator;
  let ada: Player;
  const step = storyOf(() => [ruth.person, ada.person]);
  const page = () => ruth.person.page;
  const keys = () => page().keyboard;
  const dialog = (name: string) => page().getByRole('dialog', { name });
  const timeTrial = () => page().getByRole('switch', { name: 'Time trial' }).getAttribute('aria-checked');
  const verdict = (name: string) =>
    page()
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .and(page().locator(':enabled'));
  /** What the board's focus is on. */
  const focused = () => page().evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const told = () => page().evaluate(() => [...(window.fakeYoutube?.log ?? [])]);

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    ada = playerOf(await arrive('Ada'));
    await page().setViewportSize({ width: 1280, height: 720 });
    await ruth.person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });

  it(
    ...step('goes back to setup from the desk and starts the game there, once it has questions', async () => {
      await ruth.createGame();
      await ruth.person.continueAsGuest('You must be logged in to create a game');
      await ruth.person.sees('Set up your game');
      await page().goto(page().url().replace('/setup/', '/game/'));
      await ruth.person.sees('This game has no questions yet. Add some in the setup.');
      await keys().press('s');
      await keys().press('b');
      await ruth.addCategory('Eighties');
      for (const id of ['aaaaaaaaaa1', 'bbbbbbbbbb2', 'cccccccccc3']) {
        await ruth.openQuestion('Eighties');
        await ruth.typeQuestion({ link: `https://youtu.be/${id}`, answer: `Song ${id[0]}` });
      }
      await ada.joinAsGuest(await ruth.gameCode());
      await page().goto(page().url().replace('/setup/', '/game/'));
      await page().getByTestId('start-panel').waitFor();
      await keys().press('b');
      await ruth.person.sees('Set up your game');
      await page().goBack();
      await page().getByTestId('start-panel').waitFor();
      await keys().press('s');
      await page().getByTestId('pick-panel').waitFor();
      await ada.becomes('wait');
    }),
  );

  it(
    ...step('copies the link, shows the QR code, switches time trial and sounds, and opens the stage', async () => {
      await keys().press('c');
      await ruth.person.sees('Link copied');
      expect(await page().evaluate(() => navigator.clipboard.readText())).toContain(`code=${await ruth.gameCode()}`);
      await keys().press('q');
      await dialog('Join this game').waitFor();
      await keys().press('t');
      await keys().press('Escape');
      await dialog('Join this game').waitFor({ state: 'detached' });
      expect(await timeTrial()).toBe('false');
      await keys().press('t');
      await eventually(async () => expect(await timeTrial()).toBe('true'));
      await keys().press('t');
      await eventually(async () => expect(await timeTrial()).toBe('false'));
      await keys().press('u');
      await ruth.person.button('Unmute sounds').waitFor();
      await keys().press('u');
      await ruth.person.button('Mute sounds').waitFor();
      const [stage] = await Promise.all([ruth.person.context.waitForEvent('page'), keys().press('v')]);
      await stage.getByTestId('stage').waitFor();
      await stage.close();
    }),
  );

  it(
    ...step('walks over the board with arrows and picks with enter', async () => {
      await page().bringToFront();
      for (let tabs = 0; tabs < 30 && !(await focused()).startsWith('Eighties'); tabs++) await keys().press('Tab');
      expect(await focused()).toBe('Eighties for 100');
      await keys().press('ArrowDown');
      await keys().press('ArrowDown');
      expect(await focused()).toBe('Eighties for 300');
      await keys().press('ArrowUp');
      await keys().press('Enter');
      await page().getByRole('button', { name: 'Eighties for 200, playing now' }).waitFor();
      await ada.becomes('armed');
    }),
  );

  it(
    ...step('pauses, resumes and replays the song', async () => {
      await eventually(async () => expect(await told()).toContain('play bbbbbbbbbb2'));
      await keys().press('p');
      await ada.becomes('paused');
      await ruth.person.button('Resume music').waitFor();
      await eventually(async () => expect((await told()).at(-1)).toBe('pause'));
      await keys().press('p');
      await ada.becomes('armed');
      const before = (await told()).length;
      await keys().press('m');
      await eventually(async () => expect((await told()).slice(before)).toContain('seek 0'));
    }),
  );

  it(
    ...step('buzzes with space and with enter, and is judged wrong and right', async () => {
      await ada.person.page.keyboard.press('Space');
      await ada.becomes('first');
      await ruth.first('Ada');
      await verdict('Wrong').waitFor();
      await keys().press('w');
      await ada.becomes('wrong');
      expect(await ada.score()).toBe(-100);
      await verdict('Nobody').waitFor();
      await ada.person.page.keyboard.press('Enter');
      await ruth.first('Ada');
      await verdict('Right').waitFor();
      await keys().press('r');
      await ada.becomes('right');
      expect(await ada.score()).toBe(100);
      await page().getByTestId('pick-panel').waitFor();
    }),
  );

  it(
    ...step('goes on with the board where they were, and ends a question that nobody knows', async () => {
      await keys().press('ArrowDown');
      expect(await focused()).toBe('Eighties for 300');
      await keys().press('ArrowUp');
      expect(await focused()).toBe('Eighties for 100');
      // It rests for half a second after a verdict, so that a second click picks nothing.
      await page().locator('[aria-label="Board"]:not([aria-disabled="true"])').waitFor();
      await keys().press('Space');
      await page().getByTestId('round-panel').waitFor();
      await verdict('Nobody').waitFor();
      await keys().press('n');
      await page().getByTestId('pick-panel').waitFor();
      await ada.person.sees('Nobody got it');
    }),
  );

  it(
    ...step('is asked before they leave or end the game', async () => {
      await keys().press('l');
      await dialog('Leave the desk?').waitFor();
      await keys().press('Escape');
      await dialog('Leave the desk?').waitFor({ state: 'detached' });
      await keys().press('e');
      await dialog('End this game?').waitFor();
      await keys().press('Escape');
      await dialog('End this game?').waitFor({ state: 'detached' });
      await page().getByTestId('pick-panel').waitFor();
      await keys().press('e');
      await dialog('End this game?').waitFor();
      await keys().press('Enter');
      await page().getByRole('list', { name: 'Podium' }).waitFor();
      expect([...ruth.person.errors, ...ada.person.errors]).toEqual([]);
    }),
  );

  it(
    ...step('is asked before a game starts without questions, and can only end it then', async () => {
      await ruth.createGame();
      await ruth.person.sees('Set up your game');
      await ruth.person.button('Start Game').click();
      await dialog('Start without questions?').waitFor();
      await keys().press('Enter');
      await ruth.person.sees('Nothing to pick');
      await page().getByTestId('pick-panel').getByRole('button', { name: 'End game' }).press('Enter');
      await dialog('End this game?').waitFor();
      await keys().press('Enter');
      await page().getByTestId('pick-panel').waitFor({ state: 'detached' });
    }),
  );

  it(
    ...step('puts the categories of a template in order: held with space, moved at once, or dragged', async () => {
      const list = page().getByRole('region', { name: 'Categories' });
      const order = async () =>
        (await list.getByRole('listitem').allInnerTexts()).map((text) => text.trim().split('\n')[0]);
      const grip = (name: string) => list.getByRole('button', { name: `Move ${name}`, exact: true });
      const are = (...names: string[]) => eventually(async () => expect(await order()).toEqual(names));
      await page().goto('/my-templates');
      await ruth.person.button('New Template').click();
      for (const name of ['One', 'Two', 'Three']) {
        await list.getByRole('button', { name: 'Add Category' }).click();
        await page().getByLabel('Category name').fill(name);
      }
      await are('One', 'Two', 'Three');

      await grip('One').focus();
      await keys().press('Space');
      await ruth.person.sees('One picked up, place 1 of 3.');
      // The drag library listens to keys from the page's next timer on: a machine can press before that, a person can't.
      await page().evaluate(() => new Promise((next) => setTimeout(next)));
      await keys().press('ArrowDown');
      await ruth.person.sees('One is at place 2 of 3.');
      await keys().press('ArrowDown');
      await ruth.person.sees('One is at place 3 of 3.');
      await keys().press('Space');
      await are('Two', 'Three', 'One');

      await grip('One').press('Alt+ArrowUp');
      await are('Two', 'One', 'Three');

      const [from, to] = [await grip('Three').boundingBox(), await grip('Two').boundingBox()];
      if (!from || !to) throw new Error('nothing to hold');
      await page().mouse.move(from.x + 10, from.y + 10);
      await page().mouse.down();
      await page().mouse.move(to.x + 10, to.y + 4, { steps: 12 });
      await ruth.person.sees('Three is at place 1 of 3.');
      await page().mouse.up();
      await are('Three', 'Two', 'One');

      await page().locator('[data-testid="save-state"][data-state="saved"]').waitFor();
      await page().reload();
      await are('Three', 'Two', 'One');
    }),
  );
});
