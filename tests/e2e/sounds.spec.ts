/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { untouched } from './support/untouched.js';

declare global {
  interface Window {
    loudest?: number;
  }
}

/** At the music's full volume: what a sound may reach of it. */
const LOUDEST = 0.3;
const AUDIBLE = 0.02;

/** Hears what the page itself sends to the loudspeaker, as samples, 0.7 s of them at a look. To be called before the first page. */
const listenTo = (page: Page) =>
  page.addInitScript(() => {
    window.loudest = 0;
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
    const tapped = function (this: AudioNode, to: AudioNode): AudioNode {
      if (to === this.context.destination) {
        const ear = new AnalyserNode(this.context, { fftSize: 32_768 });
        connect.call(this, ear);
        const wave = new Float32Array(ear.fftSize);
        const timer = setInterval(() => {
          ear.getFloatTimeDomainData(wave);
          window.loudest = wave.reduce((most, sample) => Math.max(most, Math.abs(sample)), window.loudest ?? 0);
        }, 50);
        // What sounds may begin late on a busy machine.
        setTimeout(() => clearInterval(timer), 5_000);
      }
      return connect.call(this, to);
    };
    Object.defineProperty(AudioNode.prototype, 'connect', { value: tapped });
  });

/** The loudest sample since this was last asked, once whatever sounds now has ended. */
async function heardOn({ page }: { readonly page: Page }): Promise<number> {
  await page.waitForTimeout(1_200);
  return page.evaluate(() => {
    const heard = window.loudest ?? NaN;
    window.loudest = 0;
    return heard;
  });
}

/** Something is heard, sooner or later, and all of it is quieter than the music. */
async function expectSoundOn({ page }: { readonly page: Page }): Promise<void> {
  await page.waitForFunction((audible) => (window.loudest ?? 0) > audible, AUDIBLE);
  expect(await heardOn({ page })).toBeLessThanOrEqual(LOUDEST);
}

describe('the sounds of a round', () => {
  let ruth: Moderator;
  let ada: Player;
  /** The moderator's browser too, in a window on the projector. */
  let stage: { readonly page: Page };
  const step = storyOf(() => [ruth.person, ada.person]);

  const nextQuestion = async () => {
    await ruth.pickAny();
    await ada.becomes('armed');
  };
  const everything = async () => {
    await heardOn(ada.person);
    await heardOn(ruth.person);
    await heardOn(stage);
  };

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    ada = playerOf(await arrive('Ada'));
    stage = { page: await ruth.person.context.newPage() };
    await Promise.all([ruth.person, ada.person, stage].map(({ page }) => listenTo(page)));
    // Who wants less to move has not asked for less to hear.
    await ada.person.page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it(
    ...step('are silent on a page that nobody has touched yet', async () => {
      await ada.joinAsGuest(await ruth.createStarter());
      await ruth.start();
      const gameId = new URL(ruth.person.page.url()).pathname.split('/').at(-1);
      const screen = await untouched(stage.page);
      await stage.page.goto(`/stage/${gameId}`);
      await screen.until(`document.querySelector('[data-testid="stage"][data-status="playing"]') !== null`);
      await nextQuestion();
      await heardOn(ada.person);
      await ada.press();
      await ada.becomes('first');
      await screen.until(`document.querySelector('h1')?.textContent === 'Ada'`);
      await expectSoundOn(ada.person);
      expect(await screen.ask('navigator.userActivation.hasBeenActive')).toBe(false);
      expect(await screen.ask('window.loudest')).toBe(0);
      // A phone whose page was opened anew has not been touched either.
      const phone = await untouched(ada.person.page);
      await ada.person.page.reload();
      await phone.until(`document.querySelector('[data-testid="buzzer"][data-state="first"]') !== null`);
      await Promise.all([
        phone.until(`document.querySelector('[data-testid="buzzer"][data-state="wrong"]') !== null`),
        ruth.judge('Wrong'),
      ]);
      await expectSoundOn(ruth.person);
      expect(await phone.ask('navigator.userActivation.hasBeenActive')).toBe(false);
      expect([await phone.ask('window.loudest'), await screen.ask('window.loudest')]).toEqual([0, 0]);
    }),
  );

  it(
    ...step('say on phone, desk and stage that somebody pressed, never louder than the music', async () => {
      await stage.page.getByTestId('stage').click();
      await ada.person.page.locator('header').first().click();
      await everything();
      await ada.press();
      await ada.becomes('first');
      for (const who of [ada.person, ruth.person, stage]) await expectSoundOn(who);
    }),
  );

  it(
    ...step('say how an answer was judged', async () => {
      await Promise.all([ada.becomes('wrong'), ruth.judge('Wrong')]);
      for (const who of [ada.person, ruth.person, stage]) await expectSoundOn(who);
      await ada.press();
      await ada.becomes('first');
      await everything();
      await Promise.all([ada.becomes('right'), ruth.judge('Right')]);
      for (const who of [ada.person, ruth.person, stage]) await expectSoundOn(who);
    }),
  );

  it(
    ...step('are muted by one tap on the phone and one key at the desk, and stay so on this browser', async () => {
      await ada.person.button('Mute sounds').click();
      await ruth.person.page.keyboard.press('u');
      const inTheMenu = async () => {
        const { page } = ruth.person;
        await ruth.person.button('More actions').click();
        await page.getByRole('menuitem', { name: 'Unmute sounds' }).waitFor();
        await ruth.closeMenu();
      };
      await ada.person.button('Unmute sounds').waitFor();
      await inTheMenu();
      for (const who of [ada.person, ruth.person]) {
        await who.page.reload();
        await who.page.locator('header').first().click();
      }
      await ada.person.button('Unmute sounds').waitFor();
      await inTheMenu();
      await nextQuestion();
      await ada.press();
      await ada.becomes('first');
      expect(await heardOn(ada.person)).toBe(0);
      expect(await heardOn(ruth.person)).toBe(0);
      expect(await heardOn(stage)).toBe(0);
    }),
  );

  it(
    ...step('stay as they are when somebody touches the stage where its tools are out of sight', async () => {
      const { page } = stage;
      const tool = page.getByRole('button', { name: 'Unmute sounds' });
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
    }),
  );
});
