/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { newId } from '@earworm/client';
import { CategoryId, QuestionId } from '@earworm/rules';
import type { Page } from 'playwright-core';
import { ADMIN_ENV, FIRST_ADMIN } from '../harness/prepared-data.js';
import { auditScreen, OVERLAY } from './support/audit-screen.js';
import { german, IN_GERMAN } from './support/german.js';
import { holdTimeouts, withHeldTimeouts } from './support/held-timeouts.js';
import type { Screen } from './support/layout-problems.js';
import { newGuest, signedIn } from './support/members.js';
import type { ArrivalOptions, BuzzerState, Person, Wire } from './support/person.js';
import { playerOf } from './support/player.js';
import type { GameOptions, PreparedGame } from './support/prepared-game.js';
import { type Scene, testOn, useProduct } from './support/test.js';

/** One whose lists hold nothing of other specs. */
const test = testOn(useProduct({ env: ADMIN_ENV }));

/** As long as a name may be. */
const LONG_NAME = 'Maximiliane Schröder';
/** German words are longer. What is not translated would be found as English. */
const GERMAN: ArrivalOptions = { localStorage: IN_GERMAN };
const DESK: ArrivalOptions = { ...GERMAN, viewport: { width: 1280, height: 720 } };
const SMALL_PHONE: ArrivalOptions = { ...GERMAN, viewport: { width: 360, height: 640 } };

/** What was wrong with the screens of a test, so that it names all of them. */
class Audits {
  readonly #found: string[] = [];

  /** In dark and light, and on a screen of a game also its measures and motion. */
  async take(page: Page, state: string, screen?: Screen, within?: string): Promise<void> {
    await page.waitForFunction(() => !document.querySelector('[data-loading], .mantine-Skeleton-root'));
    this.#found.push(...(await auditScreen(page, screen, within)).map((problem) => `${state}: ${problem}`));
  }

  /** Once all that a page loads is shown. */
  async takePage({ page }: Person, heading: string): Promise<void> {
    await page.getByRole('heading', { name: heading }).first().waitFor();
    await this.take(page, heading);
  }

  /** What opens over the page, which is closed again. */
  async takeDialog(page: Page, state: string): Promise<void> {
    await page.getByRole('dialog').waitFor();
    await this.take(page, state, undefined, OVERLAY);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  expectNone(): void {
    expect(this.#found).toEqual([]);
  }
}

/** The starter quiz and a category with a video; each player has one try at each question. */
async function fullGame(scene: Scene, options: GameOptions): Promise<PreparedGame> {
  const game = await scene.game({ board: 'starter', settings: { attempts: 'once' }, ...options, started: false });
  const categoryId = CategoryId.parse(newId());
  const questionId = QuestionId.parse(newId());
  await game.command({ type: 'addCategory', categoryId, name: 'Musikvideos' });
  const video = { youtubeLink: 'https://youtu.be/aaaaaaaaaa1', youtubeSongName: 'Ein Lied zum Ansehen', clipId: null };
  await game.command({
    type: 'addQuestion',
    categoryId,
    questionId,
    question: { ...video, answer: 'Irgendwas', points: 100 },
  });
  if (options.started ?? true) await game.start();
  return game;
}

describe('pages in German without serious axe violations and English words, in dark and light', () => {
  test('home, a missing page, terms, privacy and every form of signing in', async ({ arrive, game }) => {
    const audits = new Audits();
    const visitor = await arrive('Eve', GERMAN);
    const { page } = visitor;
    const played = await game({ moderator: LONG_NAME, started: false });
    await page.goto('/');
    await audits.takePage(visitor, german('home', 'title'));
    await page.getByRole('tab', { name: german('home', 'createGame') }).click();
    await audits.take(page, 'form to create a game');
    await page.goto(`/?code=${played.code}`);
    await audits.takePage(visitor, german('home', 'gameOf', { moderator: LONG_NAME }));
    await played.command({ type: 'lockJoining', locked: true });
    await page.reload();
    await visitor.sees(german('home', 'joiningClosed', { moderator: LONG_NAME }));
    await audits.take(page, 'a locked game');
    for (const [path, heading] of [
      ['/nowhere', german('shared', 'notFound')],
      ['/terms', german('shared', 'terms')],
      ['/privacy', german('shared', 'privacy')],
    ] as const) {
      await visitor.follow(path);
      await audits.takePage(visitor, heading);
    }
    await visitor.follow('/game-history');
    const dialog = page.getByRole('dialog');
    const button = (key: string) => dialog.getByRole('button', { name: german('sign-in', key), exact: true });
    await button('signIn').waitFor();
    await audits.take(page, 'sign-in');
    await button('needAccount').click();
    await button('createAccount').waitFor();
    await audits.take(page, 'sign-up');
    await button('haveAccount').click();
    await button('forgot').click();
    await button('sendResetLink').waitFor();
    await audits.take(page, 'password reset');
    audits.expectNone();
  });

  test('the pages of an admin, and a game that the admin watches', async (scene) => {
    const audits = new Audits();
    const played = await fullGame(scene, { players: ['Ada', LONG_NAME] });
    await played.pick();
    await played.buzz('Ada');
    await played.buzz(LONG_NAME);
    const member = await signedIn(scene.product.url, FIRST_ADMIN);
    await member.http.call('reset', { body: { email: FIRST_ADMIN.email } });
    const admin = await scene.arrive('Admin', { ...GERMAN, signedInAs: member });
    const { page } = admin;
    await page.goto('/');
    await audits.takePage(admin, german('home', 'title'));
    await admin.follow('/admin/outbox');
    await page
      .getByRole('link', { name: /reset=/ })
      .first()
      .waitFor();
    await audits.take(page, 'outbox');
    for (const [path, heading] of [
      ['/admin-auth-test', german('sign-in', 'testTitle')],
      ['/analytics', german('analytics', 'title')],
      ['/admin/feedback', german('feedback-management', 'title')],
      ['/library/reports', german('library', 'reports')],
      ['/admin/accounts', german('accounts', 'title')],
      [`/admin/accounts/${member.userId}`, 'Admin'],
      ['/admin/audit', german('audit', 'title')],
      ['/admin/erasures', german('erasures', 'title')],
    ] as const) {
      await admin.follow(path);
      await audits.takePage(admin, heading);
    }
    await admin.follow('/admin/operations');
    await page.getByRole('link', { name: german('operations', 'open', { code: played.code }) }).waitFor();
    await audits.take(page, 'operations');
    await page.getByPlaceholder(german('operations', 'search')).fill('kein Spiel');
    await page.getByText(german('operations', 'noMatch')).waitFor();
    await audits.take(page, 'operations without a match');
    await admin.follow(`/admin/operations/${played.gameId}`);
    await page.getByRole('region', { name: german('operations', 'scores') }).waitFor();
    await audits.take(page, 'observed game');
    audits.expectNone();
  });

  test('setup, the library, a template, its editor, the history and the ways back to a game', async (scene) => {
    const audits = new Audits();
    const played = await scene.game({ board: 'starter', players: ['Ada', LONG_NAME], started: false });
    await played.command({ type: 'lockJoining', locked: true });
    const { person } = await scene.setup(played, GERMAN);
    const { page } = person;
    const press = (namespace: string, key: string) => person.button(german(namespace, key)).first().click();
    await audits.takePage(person, german('setup', 'heading'));
    await press('boardEditor', 'list');
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill('Abba - Waterloo;hundert\nQueen https://youtu.be/aaaaaaaaaa1\n');
    await page.getByRole('dialog').getByLabel(german('listImport', 'rows')).first().waitFor();
    await audits.takeDialog(page, 'preview of a list');
    await press('boardEditor', 'load');
    await audits.takeDialog(page, 'template to add');
    await press('boardEditor', 'addQuestion');
    await audits.take(page, 'form of a question');
    for (const [path, heading] of [
      [`/moderator-rejoin/${played.gameId}`, german('home', 'rejoinTitle')],
      ['/moderator-rejoin', german('home', 'rejoinError')],
      ['/game-history', german('history', 'title')],
      ['/library', german('library', 'library')],
      ['/my-templates', german('library', 'mine')],
      ['/browse-templates', german('library', 'browse')],
    ] as const) {
      await person.follow(path);
      await audits.takePage(person, heading);
    }
    await page.locator('a[href^="/library/template/"]').first().click();
    await audits.takePage(person, german('library', 'board'));
    await press('library', 'start');
    await audits.takeDialog(page, 'start of a template');
    await press('library', 'report');
    await audits.takeDialog(page, 'report of a template');
    await person.follow('/my-templates');
    await press('library', 'newTemplate');
    await page.getByLabel(german('templateEditor', 'title'), { exact: true }).waitFor();
    await audits.take(page, 'editor of a new template');
    audits.expectNone();
  });

  test('what is kept of a game: the saved template, its editor and the results', async ({ game, desk }) => {
    const audits = new Audits();
    const played = await game({ players: ['Ada', LONG_NAME], board: 'starter' });
    await played.pick();
    await played.buzz('Ada');
    await played.judge(true);
    const { person } = await desk(played, DESK);
    const { page } = person;
    await played.end();
    const dialog = page.getByRole('dialog');
    await person.button(german('saveAsTemplate', 'title')).click();
    await dialog.getByLabel(german('saveTemplate', 'templateTitle')).fill(`Abend ${newId()}`);
    await audits.take(page, 'form of a saved template');
    await dialog.getByRole('button', { name: german('saveTemplate', 'templateSave'), exact: true }).click();
    await page.getByRole('link', { name: german('saveTemplate', 'templateOpen') }).click();
    await page.getByTestId('answer').first().waitFor();
    await audits.take(page, 'editor of the template');
    await person.follow(new URL(page.url()).pathname.replace('/template/edit/', '/library/template/'));
    await audits.takePage(person, german('library', 'board'));
    await person.follow('/my-templates');
    // Until it is loaded the page before is shown, which has such a button, too.
    await page.getByRole('heading', { name: german('library', 'mine') }).waitFor();
    await page
      .getByRole('button', { name: german('library', 'more') })
      .first()
      .click();
    await page.getByRole('menuitem', { name: german('library', 'delete') }).click();
    await audits.takeDialog(page, 'deletion of a template');
    await person.follow('/game-history');
    await page.getByRole('tab', { name: german('history', 'moderated') }).click();
    await person.button(german('history', 'result')).click();
    await person.sees(german('game-result', 'questions'));
    await audits.take(page, 'results');
    audits.expectNone();
  });
});

describe('screens of a game in German without serious axe violations, layout problems and English words, in dark and light', () => {
  test('the phone of a player from the name form to the end of the game', async (scene) => {
    const audits = new Audits();
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
    const takeIn = async (state: BuzzerState, what: string = state) => {
      await player.becomes(state);
      await audits.take(page, what, 'phone');
      expect(await buzzer.getAttribute('data-state')).toBe(state);
    };
    for (const [path, code] of [
      ['no!', 'invalid-game-id'],
      [newId(), 'game-not-found'],
    ] as const) {
      await page.goto(`/game/${path}`);
      await page
        .getByRole('alert')
        .getByRole('heading', { name: german('messages', code) })
        .waitFor();
      await audits.take(page, code);
    }
    await page.goto(`/game/${played.gameId}`);
    await page.getByLabel(german('nameForm', 'nameLabel')).waitFor();
    await audits.take(page, 'name form', 'phone');
    await page.getByLabel(german('nameForm', 'nameLabel')).fill(LONG_NAME);
    await person.button(german('nameForm', 'join')).click();
    await takeIn('lobby');
    await played.start();
    await takeIn('wait');
    await played.command({ type: 'leaveAsModerator' });
    await takeIn('away');
    await played.command({ type: 'rejoinAsModerator' });

    await played.command({ type: 'switchTimeTrial', on: true });
    await played.pick();
    await takeIn('armed', 'time trial');
    await played.command({ type: 'switchTimeTrial', on: false });
    const { questionId } = await played.current();
    await played.command({ type: 'pauseMusic', questionId, paused: true });
    await takeIn('paused');
    await played.command({ type: 'pauseMusic', questionId, paused: false });
    await takeIn('armed');
    wire!.hold();
    await player.buzz();
    await takeIn('sent');
    wire!.release();
    await takeIn('first');
    await holdTimeouts(page, true);
    await played.judge(false);
    await takeIn('wrong');
    await page.reload();
    await takeIn('out');
    await wire!.cut();
    await takeIn('reconnecting');
    wire!.mend();
    await player.becomes('out');
    await played.markUnanswered();

    await played.pick();
    await player.becomes('armed');
    await played.buzz('Ada');
    await player.buzz();
    await takeIn('inLine');
    await holdTimeouts(page, true);
    await played.judge(false);
    await player.becomes('first');
    await played.judge(true);
    await takeIn('right');
    await page.reload();
    await person.sees(german('buzzer', 'pickTitleOwn'));
    await audits.take(page, 'own pick');
    await person.button(german('game', 'leave')).click();
    await audits.takeDialog(page, 'question before leaving');
    await played.end();
    await person.sees(german('game', 'overTitle'));
    expect(await page.locator('canvas').count()).toBe(0);
    await audits.take(page, 'ended', 'phone');
    await played.command({ type: 'reopenGame' });
    await person.sees(german('buzzer', 'pickTitleOwn'));
    await played.end();
    await played.command({ type: 'playAgain', requestId: newId() });
    await person.sees(german('game', 'joinNextGame'));
    await audits.take(page, 'next game');
    audits.expectNone();
  });

  test('the desk from before the start to the end of a game', async (scene) => {
    const audits = new Audits();
    const played = await fullGame(scene, { players: ['Ada', LONG_NAME], started: false });
    const { page } = (await scene.desk(played, DESK)).person;
    const take = (state: string) => audits.take(page, state, 'desk');
    const isPlaying = () => page.locator('[data-testid="media"][data-status="playing"]').waitFor();
    await page.getByTestId('start-panel').waitFor();
    await take('before the start');
    await played.start();
    await page.getByTestId('pick-panel').waitFor();
    await take('picking');
    for (const key of ['q', 'a', 'e', 'l']) {
      await page.keyboard.press(key);
      await audits.takeDialog(page, `dialog of ${key}`);
    }
    await page.getByRole('button', { name: german('desk', 'actions') }).click();
    await page.getByRole('menu').waitFor();
    await audits.take(page, 'menu', undefined, OVERLAY);
    await page.getByRole('menu').press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await played.command({ type: 'switchTimeTrial', on: true });
    await played.command({ type: 'lockJoining', locked: true });
    await played.pick();
    await isPlaying();
    await take('clip in a time trial, locked');
    await played.command({ type: 'switchTimeTrial', on: false });
    const { questionId } = await played.current();
    await played.command({ type: 'pauseMusic', questionId, paused: true });
    await page.locator('[data-testid="media"][data-status="paused"]').waitFor();
    await take('paused');
    await played.command({ type: 'pauseMusic', questionId, paused: false });
    await played.buzz('Ada');
    await played.buzz(LONG_NAME);
    await page
      .getByRole('region', { name: german('game', 'inLine') })
      .getByText(LONG_NAME)
      .waitFor();
    await take('buzzes in the queue');
    await page.keyboard.press('n');
    await audits.takeDialog(page, 'question before closing');
    await played.judge(false);
    await page.getByTestId('first').getByText(LONG_NAME, { exact: true }).waitFor();
    await played.judge(true);
    await page.getByTestId('pick-panel').waitFor();
    await take('after a right answer');
    await page.keyboard.press('h');
    await audits.takeDialog(page, 'score sheet');
    await played.pick('Musikvideos for 100');
    await isPlaying();
    await take('video');
    await played.end();
    await page.getByTestId('game-over').waitFor();
    await take('ended');
    await played.command({ type: 'reopenGame' });
    await page.getByTestId('round-panel').waitFor();
    await take('reopened');
    audits.expectNone();
  });

  test('the stage from the lobby to the winner, over whom confetti falls', async (scene) => {
    const audits = new Audits();
    const played = await fullGame(scene, { players: ['Ada', LONG_NAME], started: false });
    const { page } = await scene.stage(played, { ...GERMAN, prepare: ({ context }) => withHeldTimeouts(context) });
    const shows = (name: string) => page.getByRole('heading', { name }).waitFor();
    const take = (state: string) => audits.take(page, state, 'stage');
    await shows(german('stage', 'joinTitle'));
    await take('lobby');
    await played.command({ type: 'lockJoining', locked: true });
    await page.getByText(german('stage', 'joiningClosed')).first().waitFor();
    await take('locked');
    await played.start();
    await page.getByRole('img', { name: german('stage', 'board') }).waitFor();
    await take('board');
    await played.command({ type: 'switchTimeTrial', on: true });
    await played.pick();
    await shows(german('stage', 'listen'));
    await take('time trial');
    await played.command({ type: 'switchTimeTrial', on: false });
    const { questionId } = await played.current();
    await played.command({ type: 'pauseMusic', questionId, paused: true });
    await page.getByText(german('stage', 'paused')).first().waitFor();
    await take('paused');
    await played.command({ type: 'pauseMusic', questionId, paused: false });
    await played.buzz('Ada');
    await shows('Ada');
    await played.buzz(LONG_NAME);
    await take('buzzes in the queue');
    await holdTimeouts(page, true);
    await played.judge(false);
    await page.locator('[data-kind="wrong"]').waitFor();
    await take('wrong');
    await played.judge(true);
    await page.locator('[data-kind="right"]').waitFor();
    await take('right');
    await holdTimeouts(page, false);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const confetti = page.locator('canvas').first();
    // It falls for three seconds.
    await played.end();
    await shows(german('stage', 'over'));
    await Promise.all([confetti.waitFor(), page.keyboard.press('Enter')]);
    await shows(german('game', 'wins', { name: LONG_NAME }));
    await page.getByRole('list', { name: german('game', 'awards') }).waitFor();
    expect(await page.locator('ol > li').count()).toBe(2);
    await confetti.waitFor({ state: 'detached' });
    await take('winner');
    audits.expectNone();
  });
});
