import { afterEach, describe } from '@jest/globals';
import type { Person } from './support/person.js';
import { socketBlockingProxy } from './support/socket-blocking-proxy.js';
import { test } from './support/test.js';

const BLOCKED = 'No live connection';
const PLAYER_STEP = /^Switch to mobile data or to another Wi-Fi/;
const HOST_STEP = /proxy, it has to let WebSocket connections through/;

describe.each(['drop', 'mute'] as const)('a proxy that passes HTTP and whose fault with sockets is: %s', (fault) => {
  let proxy: Awaited<ReturnType<typeof socketBlockingProxy>> | undefined;
  afterEach(() => proxy?.close());

  const isTold = async ({ page }: Person, step: RegExp) => {
    await page.getByRole('heading', { name: BLOCKED }).waitFor();
    await page.getByText(step).waitFor();
    await page.getByRole('link', { name: 'Back to Home' }).waitFor();
  };

  test('is named to players and host with the next step, and all connect once it is mended', async (scene) => {
    proxy = await socketBlockingProxy(scene.product.url, fault);
    const { url } = proxy;
    const [playing, inSetup] = [await scene.game(), await scene.game({ started: false })];
    const eva = await scene.guest('Eva', { url });
    await eva.page.goto(`/game/${playing.gameId}`);
    const [desk, setup] = [await scene.desk(playing, { url }), await scene.setup(inSetup, { url })];
    await Promise.all([isTold(eva, PLAYER_STEP), isTold(desk.person, HOST_STEP), isTold(setup.person, HOST_STEP)]);
    proxy.mend();
    for (const { page } of [eva, desk.person, setup.person])
      await page.getByRole('button', { name: 'Try again' }).click();
    await eva.page.getByLabel('Your name').waitFor();
    await desk.person.page.getByTestId('pick-panel').waitFor();
    await setup.person.sees('Set up your game');
  });
});
