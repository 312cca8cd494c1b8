import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '@earworm/service-kit/testing';
import { PATHS } from '@earworm/contracts';
import { UserId } from '@earworm/rules';
import { describe, expect } from '@jest/globals';
import { moderatorOf } from './support/moderator.js';
import type { Person } from './support/person.js';
import { playerOf } from './support/player.js';
import { test } from './support/test.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

const field = ({ page }: Person, name: string) => page.getByRole('textbox', { name });
const typed = async (person: Person) => [
  await field(person, 'YouTube Link').inputValue(),
  await field(person, 'Answer').inputValue(),
];

describe('the browser’s back button', () => {
  test('leads from setup to home, and forward again to the board with the half-typed question', async ({ guest }) => {
    const ruth = moderatorOf(await guest('Ruth'));
    const { page } = ruth.person;
    await ruth.createGame();
    await ruth.person.sees('Set up your game');
    await ruth.addCategory('Eighties');
    await ruth.openQuestion('Eighties');
    await field(ruth.person, 'YouTube Link').fill(LINK);
    await field(ruth.person, 'Answer').fill('Half a so');
    await page.goBack();
    await page.getByRole('tab', { name: 'Create Game' }).waitFor();
    await page.goForward();
    await page.getByRole('region', { name: 'Eighties' }).waitFor();
    expect(await typed(ruth.person)).toEqual([LINK, 'Half a so']);
    await page.reload();
    await field(ruth.person, 'Answer').waitFor();
    expect(await typed(ruth.person)).toEqual([LINK, 'Half a so']);
  });

  test('leads a player to home, and forward again to the same seat', async ({ game, guest }) => {
    const played = await game();
    const ada = playerOf(await guest('Ada'));
    const { page } = ada.person;
    await ada.enterCode(played.code);
    await ada.person.button('Join Game').click();
    await ada.becomes('wait');
    await page.goBack();
    await page.getByRole('tab', { name: 'Join Game' }).waitFor();
    await page.goForward();
    await ada.becomes('wait');
    const { playerCount, activeCount } = await played.view();
    expect([playerCount, activeCount]).toEqual([1, 1]);
    await played.pick('Eighties for 100');
    await ada.becomes('armed');
    await ada.buzz();
    await ada.becomes('first');
  });

  test('keeps a started game out of setup, like the address of the setup', async ({ game, setup }) => {
    const played = await game({ started: false, players: ['Ada'] });
    const ruth = await setup(played);
    const { page } = ruth.person;
    await page.goto('/');
    await page.goto(`/setup/${played.gameId}`);
    await ruth.start();
    await played.pick('Eighties for 100');
    await played.buzz('Ada');
    await played.judge(true);
    await page.getByTestId('pick-panel').waitFor();
    const desk = page.url();
    expect(desk).toMatch(`/game/${played.gameId}`);
    await page.goBack();
    await page.getByRole('tab', { name: 'Create Game' }).waitFor();
    await page.goto(`/setup/${played.gameId}`);
    await page.getByTestId('pick-panel').waitFor();
    expect(page.url()).toBe(desk);
    const { status, leaders } = await played.view();
    expect([status, leaders[0]?.score]).toEqual(['playing', 100]);
  });
});

describe('loss of the network', () => {
  test('the setup reports it, keeps a question that is saved, and saves it once when the network is back', async ({
    game,
    arrive,
  }) => {
    const played = await game({ started: false, board: { Eighties: [] } });
    const { member, marks } = played.moderator;
    const ruth = moderatorOf(await arrive('Ruth', { signedInAs: member, localStorage: marks }));
    const { page } = ruth.person;
    const wire = await ruth.person.onWire();
    await page.goto(`/setup/${played.gameId}`);
    await ruth.openQuestion('Eighties');
    await field(ruth.person, 'YouTube Link').fill(LINK);
    await wire.cut();
    await ruth.person.sees('Reconnecting. Your changes are kept and sent when you are back online.');
    await field(ruth.person, 'Answer').fill('A song typed on a train');
    await ruth.person.button('Save Question').click();
    // It waits to be sent.
    await eventually(async () => expect(await field(ruth.person, 'Answer').isEditable()).toBe(false));
    expect(await typed(ruth.person)).toEqual([LINK, 'A song typed on a train']);
    wire.mend();
    await ruth.person.button('Edit the question for 100').waitFor();
    await ruth.person.sees('A song typed on a train');
    await page.reload();
    await ruth.person.sees('A song typed on a train');
    expect(await ruth.person.button('Edit the question for 100').count()).toBe(1);
    expect(await field(ruth.person, 'Answer').count()).toBe(0);
  });

  test('a template file that is imported again because the answer was lost becomes one template', async ({ guest }) => {
    const ruth = await guest('Ruth');
    const { page } = ruth;
    const file = join(await mkdtemp(join(tmpdir(), 'earworm-file-')), 'mine.csv');
    await writeFile(file, `category;answer;link\nKlavier;Für Elise;${LINK}\n`);
    await page.goto('/my-templates');
    await ruth.button('Import').click();
    const dialog = page.getByRole('dialog');
    const give = async () => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Choose a file' }).click(),
      ]);
      await chooser.setFiles(file);
    };
    const add = dialog.getByRole('button', { name: 'Add 1 question' });
    await page.route(`**${PATHS.createTemplate.path}`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await give();
    await add.click();
    await dialog.getByText('This is not available right now. Please try again later.').waitFor();
    await page.unroute(`**${PATHS.createTemplate.path}`);
    await add.click();
    await page.waitForURL('**/template/edit/**');
    await page.goto('/my-templates');
    await page.getByRole('link', { name: 'mine', exact: true }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(1);
    await rm(dirname(file), { recursive: true });
  });
});

describe('a phone that loses its network while the home page opens', () => {
  test('keeps what is typed, and joins once the network is back', async ({ game, guest, product }) => {
    const played = await game({ started: false });
    const ada = playerOf(await guest('Ada'));
    const { page } = ada.person;
    const missed: string[] = [];
    // All that the page's own HTML does not name is fetched ahead.
    const html = await (await fetch(product.url)).text();
    await page.route('**/assets/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (html.includes(pathname)) return route.continue();
      missed.push(pathname);
      return route.abort('connectionfailed');
    });
    await ada.enterCode(played.code);
    await ada.person.sees(/^Ruth’s game/);
    await eventually(() => expect(missed.join()).toMatch(/after-paint.*game-|game-.*after-paint/));
    expect(await field(ada.person, 'Game Code').inputValue()).toBe(played.code);
    expect(await field(ada.person, 'Your Name').inputValue()).toBe('Ada');
    await page.unroute('**/assets/*');
    await ada.person.button('Join Game').click();
    await ada.becomes('lobby');
  });
});

describe('a dialog whose files cannot be fetched', () => {
  test('leaves the setup as it was, and opens when its button is pressed again', async ({ game, setup }) => {
    const ruth = await setup(await game({ started: false, board: { Eighties: [] } }));
    const { page } = ruth.person;
    await ruth.openQuestion('Eighties');
    await field(ruth.person, 'YouTube Link').fill(LINK);
    await field(ruth.person, 'Answer').fill('Half a so');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.body.setAttribute('data-opened-before', 'failure'));
    await page.route('**/assets/*', (route) => route.abort('connectionfailed'));
    for (const name of ['Add a list', 'Add from a template', 'Show QR']) {
      await ruth.person.button(name).first().click();
      const message = page.getByRole('alert').filter({ hasText: 'This could not be loaded.' });
      await message.waitFor();
      await message.getByRole('button').click();
      await message.waitFor({ state: 'detached' });
    }
    expect(await typed(ruth.person)).toEqual([LINK, 'Half a so']);
    await page.unroute('**/assets/*');
    for (const name of ['Add a list', 'Add from a template', 'Show QR']) {
      await ruth.person.button(name).first().click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await typed(ruth.person)).toEqual([LINK, 'Half a so']);
    expect(await page.locator('body[data-opened-before]').count()).toBe(1);
  });
});

describe('a phone that cannot fetch a part of its page', () => {
  test('buzzes without the part, and shows it once it can be fetched', async ({ game, guest }) => {
    const played = await game({
      started: false,
      settings: { buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 100 } },
    });
    const ada = playerOf(await guest('Ada'));
    const { page } = ada.person;
    const missed: string[] = [];
    await page.route(/connection-sign/, (route) => {
      missed.push(route.request().url());
      return route.fulfill({ status: 404 });
    });
    await ada.enterCode(played.code);
    await ada.person.button('Join Game').click();
    await ada.becomes('lobby');
    await eventually(() => expect(missed.length).toBeGreaterThan(0));
    await played.start();
    await played.pick();
    await ada.becomes('armed');
    await ada.buzz();
    await ada.becomes('first');
    await page.unroute(/connection-sign/);
    await page.locator('[data-quality]').waitFor();
  });
});

describe('a release during a game', () => {
  test('loads a phone again that needs a screen of the release before', async ({ game, phone }) => {
    const played = await game({ players: ['Ada'] });
    const ada = await phone(played, 'Ada');
    const { page } = ada.person;
    await ada.becomes('wait');
    let isOpenSinceBefore = true;
    page.on('framenavigated', () => (isOpenSinceBefore = false));
    await page.route(/seat-screens/, (route) =>
      isOpenSinceBefore ? route.fulfill({ status: 404 }) : route.continue(),
    );
    const playerId = UserId.parse(played.seat('Ada').member.userId);
    await played.command({ type: 'removePlayer', playerId, ban: false });
    await ada.person.sees('Ruth removed you from the game');
    expect(isOpenSinceBefore).toBe(false);
  });

  test('leaves the desk loaded up to the end of the game', async ({ game, desk }) => {
    const played = await game({ players: ['Ada'] });
    const { page } = (await desk(played)).person;
    await page.getByTestId('pick-panel').waitFor();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('save-as-template')),
    );
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.body.setAttribute('data-opened-before', 'release'));
    // What the release before it consisted of is gone.
    await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }));
    await played.end();
    await page.getByTestId('game-over').waitFor();
    await page.getByRole('button', { name: 'Save as Template' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await page.locator('body[data-opened-before]').count()).toBe(1);
  });
});
