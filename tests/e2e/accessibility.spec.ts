/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { newId } from '@earworm/client';
import { CategoryId, QuestionId } from '@earworm/rules';
import type { Page } from 'playwright-core';
import { ADMIN_ENV, FIRST_ADMIN } from '../harness/prepared-data.js';
import { holdTimeouts, withHeldTimeouts } from './support/held-timeouts.js';
import { auditScreen } from './support/audit-screen.js';
import { newGuest, signedIn } from './support/members.js';
import type { ArrivalOptions, BuzzerState, Person, Wire } from './support/person.js';
import { playerOf } from './support/player.js';
import type { Screen } from './support/layout-problems.js';
import type { GameOptions, PreparedGame } from './support/prepared-game.js';
import { type Scene, testOn, useProduct } from './support/test.js';
import { signInDialogOf } from './support/sign-in-dialog.js';

/** One whose lists hold nothing of other specs. */
const test = testOn(useProduct({ env: ADMIN_ENV }));

/** As long as a name may be. */
const LONG_NAME = 'Maximiliane Schröder';
const DESK: ArrivalOptions = { viewport: { width: 1280, height: 720 } };
const SMALL_PHONE: ArrivalOptions = { viewport: { width: 360, height: 640 } };

/** In dark and light, and on a screen of a game also its measures and motion. */
const expectAccessible = async (page: Page, screen?: Screen) => expect(await auditScreen(page, screen)).toEqual([]);

/** Once all that a page loads is shown. */
async function expectPageAccessible({ page }: Person, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { name: heading }).first().waitFor();
  await expectLoadedAccessible(page);
}
async function expectLoadedAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[data-loading], .mantine-Skeleton-root'));
  await expectAccessible(page);
}

/** The starter quiz and a category with a video; each player has one try at each question. */
async function fullGame(scene: Scene, options: GameOptions): Promise<PreparedGame> {
  const game = await scene.game({ board: 'starter', settings: { attempts: 'once' }, ...options, started: false });
  const categoryId = CategoryId.parse(newId());
  const questionId = QuestionId.parse(newId());
  await game.command({ type: 'addCategory', categoryId, name: 'Videos' });
  const video = { youtubeLink: 'https://youtu.be/aaaaaaaaaa1', youtubeSongName: 'A song to be seen', clipId: null };
  await game.command({
    type: 'addQuestion',
    categoryId,
    questionId,
    question: { ...video, answer: 'Something', points: 100 },
  });
  if (options.started ?? true) await game.start();
  return game;
}

describe('pages without serious axe violations, in dark and light', () => {
  test('home, a missing page, terms, privacy and every form of signing in', async ({ arrive }) => {
    const visitor = await arrive('Eve');
    const { page } = visitor;
    await page.goto('/');
    await expectPageAccessible(visitor, 'Hear it.');
    await visitor.follow('/nowhere');
    await expectPageAccessible(visitor, 'Page Not Found');
    await visitor.follow('/terms');
    await expectPageAccessible(visitor, 'Terms');
    await visitor.follow('/privacy');
    await expectPageAccessible(visitor, 'Privacy');
    await visitor.follow('/game-history');
    const { dialog } = signInDialogOf(visitor);
    await dialog.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    await expectLoadedAccessible(page);
    await visitor.button('Need an account?').click();
    await dialog.getByRole('button', { name: 'Create Account' }).waitFor();
    await expectLoadedAccessible(page);
    await visitor.button('Already have an account?').click();
    await visitor.button('Forgot Password?').click();
    await dialog.getByRole('button', { name: 'Send Reset Link' }).waitFor();
    await expectLoadedAccessible(page);
  });

  test('the pages of an admin, and a game that the admin watches', async (scene) => {
    const played = await fullGame(scene, { players: ['Ada', LONG_NAME] });
    await played.pick();
    await played.buzz('Ada');
    await played.buzz(LONG_NAME);
    const member = await signedIn(scene.product.url, FIRST_ADMIN);
    await member.http.call('reset', { body: { email: FIRST_ADMIN.email } });
    const admin = await scene.arrive('Admin', { signedInAs: member });
    const { page } = admin;
    await page.goto('/');
    await expectPageAccessible(admin, 'Hear it.');
    await admin.follow('/admin/outbox');
    await page
      .getByRole('link', { name: /reset=/ })
      .first()
      .waitFor();
    await expectLoadedAccessible(page);
    for (const [path, heading] of [
      ['/admin-auth-test', 'Admin Login Test'],
      ['/analytics', 'Analytics'],
      ['/admin/feedback', 'Feedback'],
      ['/library/reports', 'Reported templates'],
    ] as const) {
      await admin.follow(path);
      await expectPageAccessible(admin, new RegExp(heading));
    }
    await admin.follow('/admin/operations');
    await page.getByPlaceholder('Search by code, moderator or ID').fill('no such game');
    await page.getByRole('link', { name: `Observe ${played.code} (read-only)` }).waitFor({ state: 'detached' });
    await expectPageAccessible(admin, 'Live Operations');
    await admin.follow(`/admin/operations/${played.gameId}`);
    await page.getByRole('region', { name: 'Scores' }).waitFor();
    await expectLoadedAccessible(page);
  });

  test('the library, a template, its editor, the history and the ways back to a game', async (scene) => {
    const played = await scene.game({ board: 'starter', started: false });
    const { person } = await scene.setup(played);
    const { page } = person;
    await expectPageAccessible(person, 'Set up your game');
    for (const [path, heading] of [
      [`/moderator-rejoin/${played.gameId}`, 'Return to Your Game'],
      ['/moderator-rejoin', 'Rejoin Error'],
      ['/game-history', 'Game History'],
      ['/library', 'Content Library'],
      ['/my-templates', 'My Templates'],
      ['/browse-templates', 'Game Library'],
    ] as const) {
      await person.follow(path);
      await expectPageAccessible(person, heading);
    }
    await page.locator('a[href^="/library/template/"]').first().click();
    await expectPageAccessible(person, 'Board');
    await person.follow('/my-templates');
    await page.getByRole('button', { name: 'New Template' }).first().click();
    await page.getByLabel('Title', { exact: true }).waitFor();
    await expectLoadedAccessible(page);
  });

  test('what is kept of a game: the saved template, its editor and the results', async ({ game, desk }) => {
    const played = await game({ players: ['Ada', LONG_NAME], board: 'starter' });
    await played.pick();
    await played.buzz('Ada');
    await played.judge(true);
    const { person, confirm } = await desk(played, DESK);
    const { page } = person;
    await played.end();
    await person.button('Save as Template').click();
    await page.getByRole('dialog').getByLabel('Template title').fill(`Evening ${newId()}`);
    await confirm('Save Template');
    await page.getByRole('link', { name: 'Open in the editor' }).click();
    await page.getByTestId('answer').first().waitFor();
    await expectLoadedAccessible(page);
    await person.follow(new URL(page.url()).pathname.replace('/template/edit/', '/library/template/'));
    await expectPageAccessible(person, 'Board');
    await person.follow('/game-history');
    await page.getByRole('tab', { name: 'Moderated' }).click();
    await person.button('Results').click();
    await person.sees('Questions');
    await expectLoadedAccessible(page);
  });
});

describe('screens of a game without serious axe violations and layout problems, in dark and light', () => {
  test('the phone of a player from the name form to the end of the game', async (scene) => {
    const played = await fullGame(scene, { players: ['Ada'], started: false });
    let wire: Wire | undefined;
    const player = playerOf(
      await scene.arrive(LONG_NAME, {
        ...SMALL_PHONE,
        signedInAs: await newGuest(scene.product.url),
        prepare: async (person) => {
          wire = await person.onWire();
          await withHeldTimeouts(person.context);
        },
      }),
    );
    const { person, buzzer } = player;
    const { page } = person;
    const expectAccessibleIn = async (state: BuzzerState) => {
      await player.becomes(state);
      await expectAccessible(page, 'phone');
      expect(await buzzer.getAttribute('data-state')).toBe(state);
    };
    await page.goto(`/game/${played.gameId}`);
    await page.getByLabel('Your name').waitFor();
    await expectAccessible(page, 'phone');
    await page.getByLabel('Your name').fill(LONG_NAME);
    await person.button('Join').click();
    await expectAccessibleIn('lobby');
    await played.start();
    await expectAccessibleIn('wait');
    await played.command({ type: 'leaveAsModerator' });
    await expectAccessibleIn('away');
    await played.command({ type: 'rejoinAsModerator' });

    await played.pick();
    await expectAccessibleIn('armed');
    const { questionId } = await played.current();
    await played.command({ type: 'pauseMusic', questionId, paused: true });
    await expectAccessibleIn('paused');
    await played.command({ type: 'pauseMusic', questionId, paused: false });
    await player.becomes('armed');
    wire!.hold();
    await player.buzz();
    await expectAccessibleIn('sent');
    wire!.release();
    await expectAccessibleIn('first');
    await holdTimeouts(page, true);
    await played.judge(false);
    await expectAccessibleIn('wrong');
    await page.reload();
    await expectAccessibleIn('out');
    await wire!.cut();
    await expectAccessibleIn('reconnecting');
    wire!.mend();
    await player.becomes('out');
    await played.markUnanswered();

    await played.pick();
    await player.becomes('armed');
    await played.buzz('Ada');
    await player.buzz();
    await expectAccessibleIn('inLine');
    await holdTimeouts(page, true);
    await played.judge(false);
    await player.becomes('first');
    await played.judge(true);
    await expectAccessibleIn('right');
    await played.end();
    await person.sees('Game over');
    expect(await page.locator('canvas').count()).toBe(0);
    await expectAccessible(page, 'phone');
  });

  test('the desk from before the start to the end of a game', async (scene) => {
    const played = await fullGame(scene, { players: ['Ada', LONG_NAME], started: false });
    const moderator = await scene.desk(played, DESK);
    const { page } = moderator.person;
    await page.getByTestId('start-panel').waitFor();
    await expectAccessible(page, 'desk');
    await moderator.start();
    await expectAccessible(page, 'desk');
    await moderator.pickAny();
    await page.locator('[data-testid="media"][data-status="playing"]').waitFor();
    await expectAccessible(page, 'desk');
    await played.buzz('Ada');
    await played.buzz(LONG_NAME);
    await moderator.first('Ada');
    await page.getByRole('region', { name: 'Queue' }).getByText(LONG_NAME).waitFor();
    await expectAccessible(page, 'desk');
    await moderator.judge('Wrong');
    await moderator.first(LONG_NAME);
    await moderator.judge('Right');
    await page.getByTestId('pick-panel').waitFor();
    await expectAccessible(page, 'desk');
    await moderator.pick('Videos for 100');
    await page.locator('[data-testid="media"][data-status="playing"]').waitFor();
    await expectAccessible(page, 'desk');
    await moderator.choose('End game');
    await moderator.confirm('End game');
    await page.getByTestId('game-over').waitFor();
    await expectAccessible(page, 'desk');
  });

  test('the stage from the lobby to the winner, over whom confetti falls', async (scene) => {
    const played = await fullGame(scene, { players: ['Ada', LONG_NAME], started: false });
    const { page } = await scene.stage(played, { prepare: ({ context }) => withHeldTimeouts(context) });
    const shows = (name: string) => page.getByRole('heading', { name }).waitFor();
    await shows('Grab your phone');
    await expectAccessible(page, 'stage');
    await played.start();
    await page.getByRole('img', { name: 'Board' }).waitFor();
    await expectAccessible(page, 'stage');
    await played.pick();
    await shows('Who knows it?');
    await expectAccessible(page, 'stage');
    await played.buzz('Ada');
    await shows('Ada');
    await played.buzz(LONG_NAME);
    await expectAccessible(page, 'stage');
    await holdTimeouts(page, true);
    await played.judge(false);
    await page.locator('[data-kind="wrong"]').waitFor();
    await expectAccessible(page, 'stage');
    await played.judge(true);
    await page.locator('[data-kind="right"]').waitFor();
    await expectAccessible(page, 'stage');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    // It falls for three seconds.
    const confetti = page.locator('canvas').first();
    await played.end();
    await shows('Final scores');
    await Promise.all([confetti.waitFor(), page.keyboard.press('Enter')]);
    await shows(`${LONG_NAME} wins`);
    expect(await page.getByRole('listitem').count()).toBe(2);
    await confetti.waitFor({ state: 'detached' });
    await expectAccessible(page, 'stage');
  });
});
