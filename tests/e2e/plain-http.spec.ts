/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { INSECURE_HOST } from './support/insecure-host.js';
import { moderatorOf } from './support/moderator.js';
import type { Person, Wire } from './support/person.js';
import { playerOf } from './support/player.js';
import { test, type TestedProduct } from './support/test.js';

const MAY_GO_DARK = 'Your screen may turn off because this address does not use https. Tap it from time to time.';

/** The product as a phone in a local network reaches it. */
const insecure = ({ url }: TestedProduct) => `http://${INSECURE_HOST}:${new URL(url).port}`;

describe('over plain http in a local network', () => {
  test('a visitor makes a game, and is offered no single sign-on that there is not', async ({ arrive, product }) => {
    const moderator = moderatorOf(await arrive('Ruth', { url: insecure(product) }));
    const { person } = moderator;
    await moderator.createGame('Try the starter quiz');
    expect(await person.page.evaluate(() => window.isSecureContext)).toBe(false);
    await person.sees('Set up your game');
    await person.button('Menu').click();
    const menu = person.page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('button', { name: 'Create Account' }).click();
    await person.button('Already have an account?').click();
    await person.page.getByRole('textbox', { name: 'Email' }).waitFor();
    expect(await person.page.getByText(/single sign-on/i).count()).toBe(0);
  });

  test('a video that is silent and out of the way keeps the screens of phone, desk and stage on', async ({
    arrive,
    desk,
    game,
    product,
    stage: openStage,
  }) => {
    const url = insecure(product);
    const played = await game({ started: false });
    const player = playerOf(await arrive('Ada', { url }));
    await player.joinAsGuest(played.code);
    await played.start();
    await player.becomes('wait');
    const moderator = await desk(played, { url });
    const stage = await openStage(played, { url });
    for (const { page } of [player.person, moderator.person, stage]) {
      const positionOf = () =>
        page.locator('video[data-awake]').evaluate((video: HTMLVideoElement) => video.currentTime);
      await page.locator('video[data-awake]').waitFor({ state: 'attached' });
      await eventually(async () => expect(await positionOf()).toBeGreaterThan(0));
      const state = await page.locator('video[data-awake]').evaluate((video: HTMLVideoElement) => ({
        ...{ paused: video.paused, muted: video.muted, loop: video.loop },
        isWholePage: video.getBoundingClientRect().width === innerWidth,
        isInTheWay: document.elementFromPoint(innerWidth / 2, innerHeight / 2) === video,
      }));
      expect(state).toEqual({ paused: false, muted: true, loop: false, isWholePage: true, isInTheWay: false });
      expect(await page.getByText(MAY_GO_DARK).count()).toBe(0);
    }
  });

  test('phone and desk explain why the screen may go dark where a video is refused as well', async ({
    arrive,
    desk,
    game,
    product,
  }) => {
    const url = insecure(product);
    const prepare = ({ context }: Person) =>
      context.addInitScript(() => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('low power', 'NotAllowedError'));
      });
    const played = await game({ started: false });
    const player = playerOf(await arrive('Ada', { url, prepare }));
    await player.joinAsGuest(played.code);
    await player.person.sees(MAY_GO_DARK);
    await played.start();
    await player.becomes('wait');
    await player.person.sees(MAY_GO_DARK);
    const moderator = await desk(played, { url, prepare });
    await moderator.person.button('More actions').click();
    await moderator.person.page.getByRole('menu').getByText(MAY_GO_DARK).waitFor();
  });

  test('the starter quiz plays without any internet, and the link can be copied', async ({
    desk,
    game,
    phone,
    product,
  }) => {
    const url = insecure(product);
    const played = await game({ players: ['Ada'], board: 'starter' });
    const player = await phone(played, 'Ada', { url, youtube: 'away' });
    const moderator = await desk(played, { url, youtube: 'away' });
    const { page } = moderator.person;
    const mediaIs = (status: string) => page.locator(`[data-testid="media"][data-status="${status}"]`).waitFor();
    await page
      .getByRole('button', { name: / for 100$/ })
      .first()
      .click();
    await mediaIs('playing');
    await player.becomes('armed');
    await player.buzz();
    await player.becomes('first');
    await mediaIs('paused');
    await Promise.all([player.becomes('right'), moderator.judge('Right')]);
    expect(await player.score()).toBe(100);
    // Without the clipboard, which only secure pages have.
    await Promise.all([moderator.person.sees(/Link copied|The link is http/), moderator.choose('Copy link')]);
  });

  test('a buzz without a connection is kept and counts once it is back, and the stage shows who is first', async ({
    game,
    phone,
    product,
    stage: openStage,
  }) => {
    const url = insecure(product);
    const played = await game({ players: ['Ada'], board: 'starter' });
    let wire: Wire | undefined;
    const player = await phone(played, 'Ada', {
      url,
      prepare: async (person) => {
        wire = await person.onWire();
      },
    });
    const stage = await openStage(played, { url });
    await played.pick();
    await player.becomes('armed');
    await wire!.cut();
    await player.becomes('reconnecting');
    await player.buzz();
    await player.person.sees('Your buzz will be sent');
    wire!.mend();
    await player.becomes('first');
    await eventually(async () => expect((await played.current()).queue).toMatchObject([{ name: 'Ada' }]));
    await stage.sees('First on the buzzer');
    await stage.page.getByRole('heading', { name: 'Ada' }).waitFor();
    expect(await stage.page.locator('iframe, audio, video:not([data-awake])').count()).toBe(0);
  });
});
