/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { loudestHeard, measured, SOUNDS_HEARD, SOUNDS_STARTED } from './support/sound-recorder.js';
import { test } from './support/test.js';
import { withoutGesture } from './support/without-gesture.js';

/** At the music's full volume: what a sound may reach of it. */
const LOUDEST = 0.3;
const AUDIBLE = 0.02;

/** The visitor's first touch lets a page sound. */
const touch = (page: Page) => page.locator('header, main').first().click();

describe('the sounds of a round', () => {
  test('remain silent on a phone and a stage before the first user gesture', async ({ game, arrive }) => {
    const played = await game({ players: ['Ada'] });
    const { moderator } = played;
    const seat = played.seat('Ada');
    const phonePerson = await arrive('Ada', { signedInAs: seat.member, localStorage: seat.marks, ...SOUNDS_HEARD });
    const stagePerson = await arrive('Stage', {
      signedInAs: moderator.member,
      localStorage: moderator.marks,
      ...SOUNDS_HEARD,
    });
    const [phone, stage] = await Promise.all([withoutGesture(phonePerson.page), withoutGesture(stagePerson.page)]);
    const phoneIs = (state: string) =>
      phone.until(`!!document.querySelector('[data-testid="buzzer"][data-state="${state}"]')`);
    await phonePerson.page.goto(`/game/${played.gameId}`);
    await stagePerson.page.goto(`/stage/${played.gameId}`);
    await stage.until(`!!document.querySelector('[data-testid="stage"][data-status="playing"]')`);
    await played.pick();
    await phoneIs('armed');
    await played.buzz('Ada');
    await phoneIs('first');
    await stage.until(`document.querySelector('h1')?.textContent === 'Ada'`);
    await played.judge(false);
    await phone.until(
      `!!document.querySelector('[data-testid="buzzer"][data-state="wrong"], body[data-passed~="wrong"]')`,
    );
    await stage.until(`document.querySelector('h1')?.textContent !== 'Ada'`);
    for (const page of [phone, stage]) {
      expect(await page.ask('navigator.userActivation.hasBeenActive')).toBe(false);
      expect(await page.ask(SOUNDS_STARTED)).toBe(0);
    }
  });

  test('play on phone, desk and stage for a buzz and both verdicts, never louder than the music', async ({
    game,
    phone,
    desk,
    stage: openStage,
  }) => {
    const played = await game({ players: ['Ada'] });
    const player = await phone(played, 'Ada', SOUNDS_HEARD);
    const moderator = await desk(played, SOUNDS_HEARD);
    const stage = await openStage(played, SOUNDS_HEARD);
    // Reduced motion is no reason for less sound.
    await player.person.page.emulateMedia({ reducedMotion: 'reduce' });
    const pages = [player.person, moderator.person, stage].map(({ page }) => page);
    for (const page of pages) {
      await touch(page);
      await measured(page);
    }
    const expectSounds = async () => {
      for (const page of pages) {
        const loudest = await loudestHeard(page);
        expect(loudest).toBeGreaterThan(AUDIBLE);
        expect(loudest).toBeLessThanOrEqual(LOUDEST);
      }
    };
    const buzz = async () => {
      await player.buzz();
      await player.becomes('first');
      await expectSounds();
    };
    await moderator.pickAny();
    await player.becomes('armed');
    await buzz();
    await moderator.judge('Wrong');
    await player.becomes('wrong');
    await expectSounds();
    await buzz();
    await moderator.judge('Right');
    await player.becomes('right');
    await expectSounds();
  });

  test('remain muted after a reload, by a tap on the phone and by a key at the desk for its stage too', async ({
    game,
    phone,
    desk,
  }) => {
    const played = await game({ players: ['Ada'] });
    const player = await phone(played, 'Ada', SOUNDS_HEARD);
    const moderator = await desk(played, SOUNDS_HEARD);
    /** In another tab of the moderator's browser. */
    const stage = await moderator.person.inAnotherTab();
    await stage.page.goto(`/stage/${played.gameId}`);
    await touch(stage.page);
    await measured(stage.page);
    await player.person.button('Mute sounds').click();
    await moderator.person.page.keyboard.press('u');
    const isMuted = async () => {
      await player.person.button('Unmute sounds').waitFor();
      await moderator.person.button('More actions').click();
      await moderator.person.page.getByRole('menuitem', { name: 'Unmute sounds' }).waitFor();
      await moderator.closeMenu();
    };
    await isMuted();
    for (const { page } of [player.person, moderator.person]) {
      await page.reload();
      await touch(page);
    }
    await isMuted();
    await moderator.pickAny();
    await player.becomes('armed');
    await player.buzz();
    await player.becomes('first');
    await moderator.first('Ada');
    await stage.page.getByRole('heading', { name: 'Ada' }).waitFor();
    for (const { page } of [player.person, moderator.person, stage])
      expect(await page.evaluate(SOUNDS_STARTED)).toBe(0);
  });

  test('remain on when a touch on the stage hits its hidden tools', async ({ game, stage: openStage }) => {
    const { page } = await openStage(await game());
    const tool = page.getByRole('button', { name: 'Mute sounds' });
    const { x, y, width, height } = (await tool.boundingBox())!;
    const tools = (await tool.locator('..').elementHandle())!;
    const looks = (opacity: string) =>
      page.waitForFunction(([element, wanted]) => getComputedStyle(element).opacity === wanted, [
        tools,
        opacity,
      ] as const);
    await looks('0');
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await looks('1');
    expect(await tool.count()).toBe(1);
  });
});
