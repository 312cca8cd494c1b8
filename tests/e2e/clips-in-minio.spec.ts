import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { eventually } from '@earworm/service-kit/testing';
import { dockerVersion, startContainer, type TestServer } from '../harness/test-servers.js';
import { startBrowser } from './support/browser.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { CLOSED_WITHIN_MS, OPEN_WITHIN_MS } from './support/opening.js';
import { Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { startServer, type RunningServer } from './support/server.js';
import { waveOf } from './support/song-wave.js';
import { tone } from './support/tone.js';
import { visitorOf } from './support/visitor.js';

const canRun = (await dockerVersion()) !== undefined;
if (!canRun) console.warn('not run: clips in MinIO need a Docker engine');

const SECONDS = 6;
const CATEGORY = 'Hummed';

/** What the page sends to and gets from an origin, as `POST clips-incoming` without query or ids. */
function trafficWith(page: Page, origin: string): string[] {
  const seen: string[] = [];
  page.on('response', (response) => {
    const { origin: at, pathname } = new URL(response.url());
    if (at === origin) seen.push(`${response.request().method()} ${pathname} ${response.status()}`);
  });
  return seen;
}

(canRun ? describe : describe.skip)('an uploaded clip where objects are kept in MinIO', () => {
  let minio: TestServer;
  let origin: string;
  let server: RunningServer;
  let browser: Browser;
  let ruth: Moderator;
  let ada: Player;
  let stage: { readonly page: Page };
  const traffic: Record<string, string[]> = {};
  const step = storyOf(() => [ruth.person, ada.person]);

  beforeAll(async () => {
    minio = await startContainer('minio');
    const { origin: endpoint, hostname, username, password } = new URL(minio.url);
    origin = endpoint;
    const store = { MINIO_ENDPOINT: origin, MINIO_ACCESS_KEY: username, MINIO_SECRET_KEY: password };
    server = await startServer(store);
    browser = await startBrowser();
    ruth = moderatorOf(await Person.arrive(browser, 'Ruth', server.url, { hosts: [hostname] }));
    ada = playerOf(await Person.arrive(browser, 'Ada', server.url, { hosts: [hostname] }));
    stage = { page: await ruth.person.context.newPage() };
    const pages = { ruth: ruth.person.page, ada: ada.person.page, stage: stage.page };
    for (const [who, page] of Object.entries(pages)) traffic[who] = trafficWith(page, origin);
    await ruth.createGame();
    await ruth.person.continueAsGuest('You must be logged in to create a game');
    await ruth.addCategory(CATEGORY);
  }, OPEN_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await minio?.stop();
  }, CLOSED_WITHIN_MS);

  const choose = (name: string, buffer: Buffer) =>
    ruth.person.page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'audio/wav', buffer });

  it(
    ...step('goes from the browser to MinIO itself, and what is no audio is refused', async () => {
      await ruth.openQuestion(CATEGORY);
      await ruth.person.page.getByRole('textbox', { name: 'Answer' }).fill('Ode to Joy');
      await choose('holiday.wav', Buffer.from('<html>not a sound</html>'));
      await ruth.person.sees('That file is not audio that browsers play');
      await choose('Beethoven - Ode to Joy.wav', tone(SECONDS));
      await ruth.person.sees('Plays the uploaded audio file.');
      await ruth.person.button('Save Question').click();
      await ruth.person.button('Save Question').waitFor({ state: 'detached' });
      await eventually(() => expect(traffic['ruth']).toEqual(['POST /earworm 204', 'POST /earworm 204']));
    }),
  );

  it(
    ...step('is played by the desk and by every phone from MinIO, and by the stage not at all', async () => {
      await ruth.person.page.getByText('On the phones', { exact: true }).click();
      await ada.enterCode(await ruth.gameCode());
      await ada.person.button('Join Game').click();
      await visitorOf(ada.person).guest();
      await ada.becomes('lobby');
      await ruth.start();
      const gameId = new URL(ruth.person.page.url()).pathname.split('/').at(-1);
      await stage.page.goto(`/stage/${gameId}`);
      await stage.page.getByTestId('stage').waitFor();
      await ruth.pick(`${CATEGORY} for 100`);
      for (const { page } of [ruth.person, ada.person]) {
        await page.locator('[data-testid="media"][data-status="playing"]').waitFor();
      }
      for (const who of ['ruth', 'ada']) {
        const played = /^GET \/earworm\/clips\/up-[0-9a-f]{32} 20[06]$/;
        await eventually(() => expect(traffic[who]?.at(-1)).toMatch(played));
      }
      expect(traffic['stage']).toEqual([]);
    }),
  );

  it(
    ...step('is as long on the stage as it is', async () => {
      // A wave of a minute would show half of it by then.
      await eventually(async () => expect(await waveOf(stage)).toBe(100));
      await ada.person.sees('0:06 / 0:06');
      expect([...ruth.person.errors, ...ada.person.errors]).toEqual([]);
    }),
  );
});
