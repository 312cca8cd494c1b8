import { afterEach, describe, expect } from '@jest/globals';
import { layoutProblems } from './support/layout-problems.js';
import { auditScreen } from './support/audit-screen.js';
import type { Person } from './support/person.js';
import { socketBlockingProxy } from './support/socket-blocking-proxy.js';
import { test } from './support/test.js';

const LOST = 'Live connection lost';
const LOST_HOST_STEP = /^The game is saved\. Try another network/;
const BLOCKED = 'No live connection';
const PLAYER_STEP = /^Switch to mobile data or to another Wi-Fi/;
const HOST_STEP = /proxy, it has to let WebSocket connections through/;

describe.each(['drop', 'mute'] as const)('socket fault of a proxy that passes HTTP: %s', (fault) => {
  let proxy: Awaited<ReturnType<typeof socketBlockingProxy>> | undefined;
  afterEach(() => proxy?.close());

  const isTold = async ({ page }: Person, step: RegExp) => {
    await page.getByRole('heading', { name: BLOCKED }).waitFor();
    await page.getByText(step).waitFor();
    await page.getByRole('link', { name: 'Back to Home' }).waitFor();
  };

  test('shows players and host the next step, and lets all connect once it is mended', async (scene) => {
    proxy = await socketBlockingProxy(scene.product.url, fault);
    const { url } = proxy;
    const [playing, inSetup] = [await scene.game(), await scene.game({ started: false })];
    const eva = await scene.guest('Eva', { url });
    await eva.page.goto(`/game/${playing.gameId}`);
    const [desk, setup] = [await scene.desk(playing, { url }), await scene.setup(inSetup, { url })];
    await Promise.all([isTold(eva, PLAYER_STEP), isTold(desk.person, HOST_STEP), isTold(setup.person, HOST_STEP)]);
    expect(await auditScreen(eva.page)).toEqual([]);
    proxy.mend();
    await eva.page.getByLabel('Your name').waitFor();
    await desk.person.page.getByTestId('pick-panel').waitFor();
    await setup.person.sees('Set up your game');
  });

  test('finds the game of a code over HTTP, and leads to the next step from the form, too', async (scene) => {
    proxy = await socketBlockingProxy(scene.product.url, fault);
    const game = await scene.game();
    const eva = await scene.arrive('Eva', { url: proxy.url });
    await eva.page.goto(`/?code=${game.code}`);
    await eva.page.getByRole('heading', { name: 'Ruth’s game' }).waitFor();
    await eva.page.getByLabel('Your Name').fill('Eva');
    await eva.button('Join Game').click();
    await isTold(eva, PLAYER_STEP);
    proxy.mend();
    await eva.page.getByTestId('buzzer').waitFor();
  });

  test('shows the next step on intact pages when it begins in the middle of a game, until all connect again', async (scene) => {
    proxy = await socketBlockingProxy(scene.product.url, null);
    const { url } = proxy;
    const game = await scene.game({ players: ['Eva'] });
    await game.pick();
    const eva = (await scene.phone(game, 'Eva', { url, viewport: { width: 360, height: 640 } })).person;
    const desk = (await scene.desk(game, { url, viewport: { width: 1280, height: 720 } })).person;
    const stage = await scene.stage(game, { url, viewport: { width: 1920, height: 1080 } });
    const pages = [
      [eva, 'phone', PLAYER_STEP],
      [desk, 'desk', LOST_HOST_STEP],
      [stage, 'stage', LOST_HOST_STEP],
    ] as const;
    proxy.break(fault);
    for (const [{ page }, screen, step] of pages) {
      await page.getByRole('heading', { name: LOST }).waitFor();
      await page.getByText(step).waitFor();
      expect(await layoutProblems(page, screen)).toEqual([]);
    }
    proxy.mend();
    for (const [{ page }] of pages) await page.getByRole('heading', { name: LOST }).waitFor({ state: 'detached' });
  });
});
