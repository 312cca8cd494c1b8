/// <reference lib="dom" />
import { still } from '../e2e/support/axe-violations.js';
import type { Page } from 'playwright-core';
import { moderatorOf } from '../e2e/support/moderator.js';
import { Person } from '../e2e/support/person.js';
import { playerOf } from '../e2e/support/player.js';
import { signInDialogOf } from '../e2e/support/sign-in-dialog.js';
import type { Participants } from './participants.js';

const SCREEN = { screenOnly: true } as const;
const PAGES = ['library', 'browse-templates', 'my-templates', 'game-history', 'terms', 'privacy'];
const ADMINS = ['analytics', 'admin/operations', 'admin/feedback', 'admin/outbox', 'admin/accounts', 'admin/audit'];

async function speak({ page }: { readonly page: Page }, language: 'en' | 'de'): Promise<void> {
  await page.evaluate((tag) => localStorage.setItem('earworm.language', tag), language);
  await page.reload();
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
  await still(page);
}

/** The main screens in German, whose words are longer: a game is driven in English and looked at in German. */
export async function takeGermanPages({ camera, browser, url, admin }: Participants): Promise<void> {
  const arrive = (name: string) => Person.arrive(browser, name, url);
  /** What the page says after a reload is taken; a state that a reload would end cannot be. */
  const take = async (page: Page, name: string, how = {}) => {
    await speak({ page }, 'de');
    await still(page);
    await camera.take(page, `de-${name}`, how);
    await speak({ page }, 'en');
  };
  const jutta = moderatorOf(await arrive('Jutta'));
  const jens = playerOf(await arrive('Jens'));
  const ulla = playerOf(await arrive('Ulla'));
  const { page } = jutta.person;
  await page.goto('/');
  await page.getByRole('tab', { name: 'Join Game' }).waitFor();
  await take(page, 'home-join');
  await page.goto('/game-history');
  await signInDialogOf(jutta.person).dialog.waitFor();
  await take(page, 'sign-in', SCREEN);
  await signInDialogOf(jutta.person).guest();

  await jutta.createGame('Try the starter quiz');
  await jutta.person.sees('Set up your game');
  const code = await jutta.gameCode();
  await take(page, 'setup');
  const game = page.url().replace('/setup/', '/game/');
  const stage = await jutta.person.context.newPage();
  await stage.setViewportSize({ width: 1440, height: 900 });
  await stage.goto(game.replace('/game/', '/stage/'));
  await stage.getByTestId('stage').waitFor();
  for (const player of [jens, ulla]) await player.joinAsGuest(code);
  await take(stage, 'stage-waiting', SCREEN);
  await take(jens.person.page, 'buzzer-lobby', SCREEN);
  await page.goto(game);
  await page.getByTestId('start-panel').waitFor();
  await take(page, 'desk-lobby');
  await page.getByTestId('start-panel').waitFor();
  await jutta.start();
  await take(page, 'desk-pick');
  await take(stage, 'stage-board', SCREEN);
  await take(jens.person.page, 'buzzer-wait', SCREEN);
  await jutta.pickAny();
  await jens.becomes('armed');
  await take(page, 'desk-listening');
  await take(stage, 'stage-listening', SCREEN);
  await take(jens.person.page, 'buzzer-armed', SCREEN);
  await jens.buzz();
  await ulla.buzz();
  await ulla.becomes('inLine');
  await take(page, 'desk-first');
  await take(stage, 'stage-first', SCREEN);
  await take(jens.person.page, 'buzzer-first', SCREEN);
  await take(ulla.person.page, 'buzzer-in-line', SCREEN);
  await page.getByTestId('round-panel').waitFor();
  await jutta.judge('Right');
  await page.getByTestId('pick-panel').waitFor();
  await jutta.choose('End game');
  await jutta.confirm('End game');
  await page.getByTestId('game-over').waitFor();
  await still(page);
  await take(page, 'desk-over');
  await take(jens.person.page, 'buzzer-over', SCREEN);
  await take(stage, 'stage-over', SCREEN);

  for (const path of PAGES) {
    await page.goto(`/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await take(page, path);
  }
  await page.goto('/my-templates');
  await page.getByRole('button', { name: 'New Template' }).first().click();
  await page.waitForURL('**/template/edit/**');
  await take(page, 'template-edit');
  for (const path of ADMINS) {
    await admin.page.goto(`/${path}`);
    await admin.page.getByRole('heading', { level: 1 }).waitFor();
    await take(admin.page, path.replace('/', '-'));
  }
  for (const { person } of [jutta, jens, ulla]) await person.context.close();
}
