import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { INSECURE_HOST, startBrowser } from './support/browser.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { startServer, type RunningServer } from './support/server.js';

const MAY_GO_DARK = 'This address cannot keep your screen awake (it is not https): touch it now and then.';

describe('a game over plain http in a local network', () => {
  let server: RunningServer;
  let browser: Browser;
  let ruth: Moderator;
  let ada: Player;
  let wire: Awaited<ReturnType<Person['onWire']>>;
  const step = storyOf(() => [ruth.person, ada.person]);

  beforeAll(async () => {
    server = await startServer({ LIMIT_CREATE: '1/600', LIMIT_JOIN: '1/600' });
    browser = await startBrowser();
    const address = `http://${INSECURE_HOST}:${server.port}`;
    ruth = moderatorOf(await Person.arrive(browser, 'Ruth', address));
    ada = playerOf(await Person.arrive(browser, 'Ada', address));
    wire = await ada.person.onWire();
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  }, 60_000);

  it(
    ...step(
      'has no secure context, says that single sign-on is off for it, and makes a game all the same',
      async () => {
        await ruth.createGame('Try the starter quiz');
        expect(await ruth.person.page.evaluate(() => window.isSecureContext)).toBe(false);
        await ruth.person.sees('Single sign-on is off: this address is not secure (https).');
        await ruth.person.continueAsGuest('You must be logged in to create a game');
        await ruth.person.sees('Set up your game');
      },
    ),
  );

  it(
    ...step('lets a phone in, and says there and at the desk why the screen may go dark', async () => {
      await ada.enterCode(await ruth.gameCode());
      await ada.person.button('Join Game').click();
      await ada.person.continueAsGuest('You must be logged in to join a game');
      await ada.becomes('lobby');
      await ada.person.sees(MAY_GO_DARK);
      await ruth.start();
      await ada.becomes('wait');
      await ada.person.sees(MAY_GO_DARK);
      await ruth.person.button('More actions').click();
      await ruth.person.page.getByRole('menu').getByText(MAY_GO_DARK).waitFor();
      await ruth.closeMenu();
    }),
  );

  it(
    ...step('plays a melody of its own, without any internet', async () => {
      await ruth.person.page
        .getByRole('button', { name: / for 100$/ })
        .first()
        .click();
      await ruth.person.page.locator('[data-testid="media"][data-status="playing"]').waitFor();
      await ada.becomes('armed');
      await ada.press();
      await ada.becomes('first');
      await ruth.person.page.locator('[data-testid="media"][data-status="paused"]').waitFor();
      await Promise.all([ada.becomes('right'), ruth.judge('Right')]);
      expect(await ada.score()).toBe(100);
    }),
  );

  it(
    ...step('keeps a press while the connection is gone, and gives it as soon as it is back', async () => {
      await ruth.person.page
        .getByRole('button', { name: / for 200$/ })
        .first()
        .click();
      await ada.becomes('armed');
      await wire.cut();
      await ada.becomes('reconnecting');
      await ada.press();
      await ada.person.sees('Your press is kept');
      wire.mend();
      await ada.becomes('first');
      await ruth.first('Ada');
    }),
  );

  it(
    ...step('shows the room on the stage who is first, and plays nothing there', async () => {
      const stage = await ruth.person.context.newPage();
      await stage.goto(ruth.person.page.url().replace('/game/', '/stage/'));
      await stage.getByText('First on the buzzer').waitFor();
      await stage.getByRole('heading', { name: 'Ada' }).waitFor();
      await stage.getByText(MAY_GO_DARK).waitFor();
      expect(await stage.locator('iframe, audio, video').count()).toBe(0);
      await stage.close();
    }),
  );

  it(
    ...step('copies the link without the clipboard that only secure pages have', async () => {
      await Promise.all([ruth.person.sees(/Link copied|The link is http/), ruth.choose('Copy link')]);
    }),
  );

  it(
    ...step('says the exact sentence of a limit that is met', async () => {
      await ruth.person.page.goto('/');
      await ruth.createGame();
      await ruth.person.sees(
        /^You've created too many games recently\. Please wait \d+ seconds before creating another game\.$/,
      );
    }),
  );
});
