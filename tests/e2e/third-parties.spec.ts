/// <reference lib="dom" />
import { PAGE_PATHS } from '@earworm/contracts';
import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { youtubeIn } from './support/fake-youtube.js';
import type { ArrivalOptions, Person } from './support/person.js';
import type { Board } from './support/prepared-game.js';
import { signInDialogOf } from './support/sign-in-dialog.js';
import { test } from './support/test.js';

const LAPTOP = { width: 1280, height: 800 };
/** Every page, one after the other. */
const WALK_WITHIN_MS = 240_000;
const GIVE = 'Play music from YouTube';
const VIDEOS: Board = {
  Videos: [
    { answer: 'A song', link: 'https://youtu.be/aaaaaaaaaa1' },
    { answer: 'Another song', link: 'https://youtu.be/bbbbbbbbbb2' },
  ],
};

/** A browser that has not agreed to YouTube, and the hosts that it asks besides the product's own. */
function recorded(product: string, viewport?: ArrivalOptions['viewport']) {
  const own = new URL(product).host;
  const hosts = new Set<string>();
  const note = (url: string) => {
    const { protocol, host } = new URL(url);
    if (/^(https?|wss?):$/.test(protocol) && host !== own) hosts.add(host);
  };
  const prepare = ({ context, page }: Person) => {
    context.on('request', (request) => note(request.url()));
    page.on('websocket', (socket) => note(socket.url()));
    return Promise.resolve();
  };
  const options: ArrivalOptions = { youtubeConsent: false, prepare, ...(viewport && { viewport }) };
  return { options, asked: () => [...hosts] };
}

/** Links by which a page tells the browser to connect to a host ahead. */
const preconnects = (page: Page) =>
  page.locator('link[rel~="preconnect"], link[rel~="dns-prefetch"], link[rel~="prefetch"][href^="http"]').count();

const pathOf = (path: string, gameId: string): string =>
  path.replace(':gameId', gameId).replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');

describe('a browser without consent to YouTube', () => {
  test(
    'asks no other host on any page, signed out or as an administrator',
    async (scene) => {
      const { gameId } = await scene.game({ board: VIDEOS });
      const [visitors, admins] = [recorded(scene.product.url, LAPTOP), recorded(scene.product.url, LAPTOP)];
      const visitor = await scene.arrive('Vera', visitors.options);
      const admin = await scene.arrive('Ada', admins.options);
      await admin.page.goto('/admin/outbox');
      await signInDialogOf(admin).signIn(FIRST_ADMIN);
      await admin.page.waitForURL('**/admin/outbox');
      const open = async ({ page }: Person, path: string) => {
        await page.goto(pathOf(path, gameId));
        await page.waitForLoadState('networkidle');
        expect([path, await preconnects(page)]).toEqual([path, 0]);
      };
      for (const path of PAGE_PATHS) await Promise.all([visitor, admin].map((person) => open(person, path)));
      expect([visitors.asked(), admins.asked()]).toEqual([[], []]);
    },
    WALK_WITHIN_MS,
  );

  test('asks no other host while a game of videos is set up and played without music', async (scene) => {
    const settings = { musicOn: 'players' } as const;
    const game = await scene.game({ board: VIDEOS, players: ['Ada'], started: false, settings });
    const { url } = scene.product;
    const [desks, stages, phones] = [recorded(url, LAPTOP), recorded(url, LAPTOP), recorded(url)];
    const moderator = await scene.setup(game, desks.options);
    await moderator.person.button(GIVE).waitFor();
    await scene.stage(game, stages.options);
    const phone = await scene.phone(game, 'Ada', phones.options);
    await moderator.start();
    await moderator.person.button(GIVE).waitFor();
    await moderator.pick('Videos for 100');
    await phone.person.button(GIVE).waitFor();
    await phone.becomes('armed');
    await phone.buzz();
    await moderator.first('Ada');
    await moderator.judge('Right');
    await phone.becomes('right');
    expect([desks.asked(), stages.asked(), phones.asked()]).toEqual([[], [], []]);
  });

  test('asks YouTube after one tap at the desk, there alone, and without another tap after a reload', async (scene) => {
    const game = await scene.game({ board: VIDEOS, players: ['Ada'] });
    const [desks, phones] = [recorded(scene.product.url, LAPTOP), recorded(scene.product.url)];
    const moderator = await scene.desk(game, desks.options);
    await scene.phone(game, 'Ada', phones.options);
    const { page } = moderator.person;
    const plays = () => page.locator('[data-testid="media"][data-status="playing"]').waitFor();
    await moderator.person.button(GIVE).click();
    await page.waitForFunction(() => window.fakeYoutube?.log.some((line) => line.startsWith('cue')));
    expect(desks.asked()).toEqual(['www.youtube.com']);
    await moderator.pick('Videos for 100');
    await plays();
    await page.reload();
    await plays();
    expect(await moderator.person.button(GIVE).count()).toBe(0);
    expect((await youtubeIn(page).log()).at(-1)).toBe('play aaaaaaaaaa1');
    expect(phones.asked()).toEqual([]);
  });
});
