/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { delayedLine } from '../harness/delayed-line.js';
import { moderatorOf } from './support/moderator.js';
import { playerOf } from './support/player.js';
import { type Scene, test } from './support/test.js';

const SONGS = 30;
const COMPUTER = { viewport: { width: 1280, height: 800 } };
const linkOf = (n: number) => `https://www.youtube.com/watch?v=song${String(n).padStart(7, '0')}`;
const rows = Array.from({ length: SONGS }, (_, n) => [
  String(n + 1),
  `Artist ${n + 1}`,
  `Song ${n + 1}`,
  linkOf(n + 1),
]);
/** As it is copied from a spreadsheet. */
const COPIED = [['No', 'Artist', 'Title', 'Link'], ...rows].map((cells) => cells.join('\t')).join('\n');
const SAVED = [['Nr', 'Interpret', 'Titel', 'Link'], ...rows].map((cells) => cells.join(';')).join('\r\n');

/** Counts whatever the host does: each click, filled field and chosen file. */
class CountedActions {
  readonly done: string[] = [];

  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.done.push(`click ${target}`);
    await target.click();
  }

  async fill(target: Locator, text: string): Promise<void> {
    this.done.push(`fill ${target}`);
    await target.fill(text);
  }

  async chooseFile(button: Locator, path: string): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.click(button);
    this.done.push(`choose ${path}`);
    await (await chooser).setFiles(path);
  }
}

/** What the page asks the server for, without signs of life. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/telemetry/'))
      sent.push(`${request.method()} ${pathname}`);
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { type } = JSON.parse(String(payload)) as { type: string };
      if (type !== 'ping') sent.push(type);
    }),
  );
  return sent;
}

type BringList = (actions: CountedActions, dialog: Locator) => Promise<void>;

async function playOwnList({ arrive }: Scene, bring: BringList): Promise<void> {
  const host = moderatorOf(await arrive('Ruth', COMPUTER));
  const { page } = host.person;
  const actions = new CountedActions(page);
  const added: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/games\/[^/]+\/questions$/.test(request.url())) added.push(request.url());
  });

  await page.goto('/');
  await actions.click(page.getByRole('tab', { name: 'Create Game' }));
  await actions.fill(page.getByLabel('Moderator Name'), 'Ruth');
  await actions.click(page.getByRole('tabpanel').getByRole('button', { name: 'Create Game' }));
  await actions.click(host.person.button('Add a list'));
  const dialog = page.getByRole('dialog');
  await bring(actions, dialog);
  await dialog.getByText('30 questions found').waitFor();
  await dialog.getByText('Artist 7 – Song 7').waitFor();
  expect(added).toEqual([]);
  await actions.click(dialog.getByRole('button', { name: 'Add 30 questions' }));
  await dialog.waitFor({ state: 'detached' });
  await host.person.button('Edit the question for 3,000').waitFor();
  expect(added).toHaveLength(1);

  const ada = playerOf(await arrive('Ada'));
  await ada.joinAsGuest(await host.gameCode());
  await page.getByText('Ada').first().waitFor();
  await actions.click(host.person.button('Start Game'));
  await actions.click(host.person.button(/^(Songs|Kneipe) for 700$/));
  await ada.becomes('armed');
  await ada.buzz();
  await ada.becomes('first');
  await host.first('Ada');
  expect(actions.done.length).toBeLessThanOrEqual(12);
}

describe('a host without an account who brings a list of 30 songs', () => {
  test('pastes it from a spreadsheet and hears the first buzz after at most 12 actions', (scene) =>
    playOwnList(scene, (actions, dialog) => actions.fill(dialog.getByLabel('Your list'), COPIED)));

  test('chooses it as a CSV file and hears the first buzz after at most 12 actions', async (scene) => {
    const file = join(await mkdtemp(join(tmpdir(), 'earworm-list-')), 'Kneipe.csv');
    await writeFile(file, SAVED);
    await playOwnList(scene, (actions, dialog) =>
      actions.chooseFile(dialog.getByRole('button', { name: 'Choose a file' }), file),
    );
    await rm(dirname(file), { recursive: true });
  });

  test('sees all of it on the board after one round trip to a server that is 200 ms away', async (scene) => {
    const line = await delayedLine(Number(new URL(scene.product.url).port), 100);
    const host = moderatorOf(await scene.arrive('Ruth', { ...COMPUTER, url: `http://localhost:${line.port}` }));
    const { page } = host.person;
    const sent = sentBy(page);
    await host.createGame();
    await host.person.button('Add a list').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your list').fill(COPIED);
    const add = dialog.getByRole('button', { name: 'Add 30 questions' });
    await add.waitFor();
    sent.length = 0;
    await line.delayed(async () => {
      await add.click();
      await host.person.button('Edit the question for 3,000').waitFor();
      await dialog.waitFor({ state: 'detached' });
    });
    expect(sent).toEqual([expect.stringMatching(/^POST \/api\/games\/[^/]+\/questions$/)]);
    line.close();
  });
});
