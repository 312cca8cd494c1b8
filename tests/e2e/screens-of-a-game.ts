/// <reference lib="dom" />
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { lingerOn, withLingering } from './support/lingering.js';
import { lookedAt } from './support/looked-at.js';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { Person, STEP_WITHIN_MS, storyOf, type Wire } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import type { RunningServer } from './support/server.js';
import { FIRST_ADMIN, visitorOf } from './support/visitor.js';

/** What runs already when the game begins. */
interface House {
  readonly server: RunningServer;
  readonly browser: Browser;
}

const DESK = { width: 1280, height: 720 };
const PHONE = { width: 360, height: 640 };
/** As long as a name may be. */
const LONG_NAME = 'Maximiliane Schröder';

/** A game driven from its lobby to what is kept of it, and every screen of it looked at once, in both themes. */
export function screensOfAGame(open: () => House): void {
  describe('the screens of a game', () => {
    let nora: Moderator;
    let ada: Player;
    let max: Player;
    let admin: Person;
    let stage: Page;
    let wire: Wire;
    const step = storyOf(() => [nora, ada, max].map(({ person }) => person));
    const desk = () => nora.person.page;
    const looks = async (...screens: readonly (readonly [Page, Parameters<typeof lookedAt>[1]])[]) => {
      for (const [page, screen] of screens) expect(await lookedAt(page, screen)).toEqual([]);
    };

    beforeAll(async () => {
      const { browser, server } = open();
      const arrive = (name: string) => Person.arrive(browser, name, server.url);
      nora = moderatorOf(await arrive('Nora'));
      [ada, max] = [playerOf(await arrive('Ada')), playerOf(await arrive(LONG_NAME))];
      admin = await arrive('Admin');
      wire = await ada.person.onWire();
      await admin.page.goto('/admin/outbox');
      await visitorOf(admin).signIn(FIRST_ADMIN);
      for (const { person } of [nora, ada, max]) await withLingering(person.context);
      await Promise.all([ada, max].map(({ person }) => person.page.setViewportSize(PHONE)));
      stage = await nora.person.context.newPage();
      for (const page of [stage, desk()]) await page.setViewportSize(DESK);
    }, STEP_WITHIN_MS);

    it(
      ...step('have no barrier and keep their measures before it begins', async () => {
        const code = await nora.createStarter();
        await desk().getByText('One each').click();
        await nora.addCategory('Videos');
        await nora.openQuestion('Videos');
        await nora.typeQuestion({
          link: 'https://youtu.be/aaaaaaaaaa1',
          answer: 'Something',
          song: 'A song to be seen',
        });
        const game = desk().url().replace('/setup/', '/game/');
        await desk().goto(game);
        await desk().getByTestId('start-panel').waitFor();
        await ada.person.page.goto(game);
        await ada.person.continueAsGuest('Please sign in.');
        await ada.person.page.getByLabel('Your name').waitFor();
        await looks([desk(), 'desk'], [ada.person.page, 'phone']);
        await ada.person.page.getByLabel('Your name').fill('Ada');
        await ada.person.button('Join').click();
        await ada.becomes('lobby');
        await max.joinAsGuest(code);
        await stage.goto(game.replace('/game/', '/stage/'));
        await stage.getByRole('heading', { name: 'Get your phone out' }).waitFor();
        await looks([ada.person.page, 'phone'], [stage, 'stage']);
      }),
    );

    it(
      ...step('between questions and while a song plays', async () => {
        await nora.start();
        await ada.becomes('wait');
        await stage.getByRole('img', { name: 'Board' }).waitFor();
        await looks([desk(), 'desk'], [ada.person.page, 'phone'], [stage, 'stage']);
        await nora.pickAny();
        await ada.becomes('armed');
        await stage.getByRole('heading', { name: 'Who knows it?' }).waitFor();
        await looks([desk(), 'desk'], [ada.person.page, 'phone'], [stage, 'stage']);
        await desk().keyboard.press('p');
        await ada.becomes('paused');
        await looks([ada.person.page, 'phone']);
        await nora.person.button(/^Resume music/).waitFor();
        await desk().keyboard.press('p');
        await ada.becomes('armed');
      }),
    );

    it(
      ...step('when somebody has pressed, also for an admin who watches', async () => {
        wire.hold();
        await ada.press();
        await ada.becomes('sent');
        await looks([ada.person.page, 'phone']);
        wire.release();
        await ada.becomes('first');
        await max.press();
        await max.becomes('inLine');
        await admin.page.goto(desk().url().replace('/game/', '/admin/operations/'));
        await admin.page.getByRole('region', { name: 'Scores' }).waitFor();
        await looks(
          [desk(), 'desk'],
          [ada.person.page, 'phone'],
          [max.person.page, 'phone'],
          [stage, 'stage'],
          [admin.page, undefined],
        );
      }),
    );

    it(
      ...step('when somebody was wrong, has no try left, and has no network', async () => {
        for (const page of [ada.person.page, max.person.page, stage]) await lingerOn(page, true);
        await nora.judge('Wrong');
        await ada.becomes('wrong');
        await looks([ada.person.page, 'phone'], [stage, 'stage']);
        await ada.becomes('wrong');
        await ada.person.page.reload();
        await ada.becomes('out');
        await looks([ada.person.page, 'phone']);
        await wire.cut();
        await ada.becomes('reconnecting');
        await looks([ada.person.page, 'phone']);
        wire.mend();
        await ada.becomes('out');
      }),
    );

    it(
      ...step('when somebody was right, and when the moderator is away', async () => {
        await nora.judge('Right');
        await max.becomes('right');
        await looks([max.person.page, 'phone'], [stage, 'stage'], [desk(), 'desk']);
        await max.becomes('right');
        await nora.pick('Videos for 100');
        await desk().locator('[data-testid="media"][data-status="playing"]').waitFor();
        await max.becomes('armed');
        await looks([desk(), 'desk']);
        await nora.judge('Nobody');
        await desk().getByTestId('pick-panel').waitFor();
        await nora.choose('Leave desk');
        await nora.confirm('Leave');
        await ada.becomes('away');
        await looks([ada.person.page, 'phone']);
      }),
    );

    it(
      ...step('at the end, where confetti falls for those who like motion, and in what is kept of it', async () => {
        const { page } = nora.person;
        await page.goto(stage.url().replace('/stage/', '/moderator-rejoin/'));
        await nora.person.button('Rejoin Now').click();
        await page.getByTestId('pick-panel').waitFor();
        await max.person.page.emulateMedia({ reducedMotion: 'reduce' });
        // It falls for three seconds: whoever looks out for it only afterwards may be late.
        await Promise.all([
          stage.locator('canvas').first().waitFor(),
          nora.choose('End game').then(() => nora.confirm('End game')),
        ]);
        await max.person.sees('Game over');
        await stage.getByRole('heading', { name: 'Final scores' }).waitFor();
        expect(await max.person.page.locator('canvas').count()).toBe(0);
        await stage.locator('canvas').first().waitFor({ state: 'detached' });
        await looks([page, 'desk'], [max.person.page, 'phone'], [stage, 'stage']);

        await nora.person.button('Save as Template').click();
        await page.getByRole('dialog').getByLabel('Template title').fill('The evening');
        await nora.confirm('Save Template');
        await page.getByRole('link', { name: 'Open it in the editor' }).click();
        await page.getByRole('textbox', { name: 'Answer' }).first().waitFor();
        await looks([page, undefined]);
        await page.goto(page.url().replace('/template/edit/', '/library/template/'));
        await page.getByRole('heading', { name: 'The board' }).waitFor();
        await looks([page, undefined]);
        await page.goto('/game-history');
        await page.getByRole('tab', { name: 'Moderated' }).click();
        await nora.person.button('Results').click();
        await nora.person.sees('Question by question');
        await looks([page, undefined]);
      }),
    );
  });
}
