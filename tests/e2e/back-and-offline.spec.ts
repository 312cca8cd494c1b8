import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PATHS } from '@earworm/contracts';
import { describe, expect, it } from '@jest/globals';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';

const LINK = 'https://youtu.be/aaaaaaaaaa1';

describe('the browser’s back button and a network that comes and goes', () => {
  let ruth: Moderator;
  let ada: Player;
  let wire: Awaited<ReturnType<Moderator['person']['onWire']>>;
  const step = storyOf(() => [ruth.person, ada.person]);
  const field = (name: string) => ruth.person.page.getByRole('textbox', { name });
  const typed = async () => [await field('YouTube Link').inputValue(), await field('Answer').inputValue()];

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    ada = playerOf(await arrive('Ada'));
    wire = await ruth.person.onWire();
  });

  it(
    ...step('going back from setup to home and forward again finds the board and the half-typed question', async () => {
      await ruth.createGame();
      await ruth.person.continueAsGuest('You must be logged in to create a game');
      await ruth.person.sees('Set up your game');
      await ruth.addCategory('Eighties');
      await ruth.openQuestion('Eighties');
      await field('YouTube Link').fill(LINK);
      await field('Answer').fill('Half a so');
      await ruth.person.page.goBack();
      await ruth.person.page.getByRole('tab', { name: 'Create Game' }).waitFor();
      await ruth.person.page.goForward();
      await ruth.person.page.getByRole('region', { name: 'Eighties' }).waitFor();
      expect(await typed()).toEqual([LINK, 'Half a so']);
      await ruth.person.page.reload();
      await field('Answer').waitFor();
      expect(await typed()).toEqual([LINK, 'Half a so']);
    }),
  );

  it(
    ...step(
      'offline in setup a sentence says so, what is typed stays, and it is saved when the network is back',
      async () => {
        const { page } = ruth.person;
        await wire.cut();
        await ruth.person.sees('Reconnecting. What you do now is kept and sent.');
        await field('Answer').fill('A song typed on a train');
        await ruth.person.button('Save Question').click();
        await page.waitForTimeout(1_000);
        expect(await typed()).toEqual([LINK, 'A song typed on a train']);
        wire.mend();
        await page.getByRole('button', { name: 'Edit the question for 100' }).waitFor();
        await ruth.person.sees('A song typed on a train');
        await page.reload();
        await ruth.person.sees('A song typed on a train');
        expect(await page.getByRole('button', { name: 'Edit the question for 100' }).count()).toBe(1);
        expect(await field('Answer').count()).toBe(0);
      },
    ),
  );

  it(
    ...step('a player goes back to home and forward again, and sits where they sat', async () => {
      const { page } = ada.person;
      await ada.joinAsGuest(await ruth.gameCode());
      await ruth.start();
      await ada.becomes('wait');
      await page.goBack();
      await page.getByRole('tab', { name: 'Join Game' }).waitFor();
      await page.goForward();
      await ada.becomes('wait');
      await ruth.person.sees('1 player');
      await ruth.pick('Eighties for 100');
      await ada.becomes('armed');
      await ada.press();
      await ada.becomes('first');
    }),
  );

  it(
    ...step('back from the desk does not put a game that is played into setup again', async () => {
      const { page } = ruth.person;
      await ruth.judge('Right');
      await page.getByTestId('pick-panel').waitFor();
      const desk = page.url();
      await page.goBack();
      await page.getByRole('tab', { name: 'Create Game' }).waitFor();
      // By its address either, as a bookmark has it.
      await page.goto(desk.replace('/game/', '/setup/'));
      await page.getByTestId('pick-panel').waitFor();
      expect(page.url()).toBe(desk);
      await ada.becomes('wait');
      expect(await ada.score()).toBe(100);
    }),
  );

  it(
    ...step('a file that is brought in again after the answer was lost is still one template', async () => {
      const { page } = ruth.person;
      await page.goto('/my-templates');
      await ruth.person.button('Import').click();
      const dialog = page.getByRole('dialog');
      const give = async () => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          dialog.getByRole('button', { name: 'Choose a file' }).click(),
        ]);
        await chooser.setFiles(file);
      };
      const file = join(await mkdtemp(join(tmpdir(), 'earworm-file-')), 'mine.csv');
      await writeFile(file, `category;answer;link\nKlavier;Für Elise;${LINK}\n`);
      await page.route(`**${PATHS.importTemplate.path}`, async (route) => {
        await route.fetch();
        await route.abort();
      });
      await give();
      await dialog.getByText('This is not available right now. Please try again later.').waitFor();
      await page.unroute(`**${PATHS.importTemplate.path}`);
      await dialog.getByRole('button', { name: 'Choose another file' }).click();
      await give();
      await dialog.getByText('“mine.csv” is in My Templates').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('link', { name: 'mine', exact: true }).first().waitFor();
      expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(1);
      await rm(dirname(file), { recursive: true });
      expect([...ruth.person.errors, ...ada.person.errors]).toEqual([]);
    }),
  );
});
