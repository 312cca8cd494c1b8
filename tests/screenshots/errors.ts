/// <reference lib="dom" />
import { still } from '../e2e/support/axe-violations.js';
import type { Misfortune } from '../e2e/support/fake-youtube.js';
import { moderatorOf } from '../e2e/support/moderator.js';
import { Person } from '../e2e/support/person.js';
import { playerOf } from '../e2e/support/player.js';
import { refusableCommands } from '../e2e/support/refusals.js';
import { signInDialogOf } from '../e2e/support/sign-in-dialog.js';
import type { Participants } from './participants.js';

const SCREEN = { screenOnly: true } as const;
const LINKS = ['aaaaaaaaaa1', 'bbbbbbbbbb2', 'cccccccccc3'].map((id) => `https://youtu.be/${id}?t=43`);

/** Setting up with what goes wrong in it, and a song that cannot be played. */
export async function takeErrors({ camera, browser, url }: Participants): Promise<void> {
  const take = camera.take.bind(camera);
  const ida = moderatorOf(await Person.arrive(browser, 'Ida', url));
  const wire = await ida.person.onWire();
  const { page } = ida.person;
  const meets = (misfortune: Misfortune) =>
    page.evaluate((next) => {
      window.fakeYoutube ??= { next: null, log: [], volume: 100, heard: [] };
      window.fakeYoutube.next = next;
    }, misfortune);
  const mediaIs = (status: string) => page.locator(`[data-testid="media"][data-status="${status}"]`).waitFor();

  await ida.createGame();
  await signInDialogOf(ida.person).guest();
  await ida.addCategory('Music videos');
  await ida.openQuestion('Music videos');
  await page.getByLabel('YouTube Link').fill('https://vimeo.com/12345');
  await ida.person.button('Save Question').click();
  await ida.person.sees('Answer is required');
  await take(page, 'setup-question-errors');
  await ida.person.button('Cancel').click();
  for (const [index, link] of LINKS.entries()) {
    await ida.openQuestion('Music videos');
    await ida.typeQuestion({
      link,
      answer: `The answer to number ${index + 1}`,
      song: 'A song with a long name (live)',
    });
  }
  await page.getByRole('button', { name: 'More actions for the question for 200' }).click();
  await page.getByRole('menuitem', { name: 'Delete question' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'setup-delete-question', SCREEN);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete Music videos' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'setup-delete-category', SCREEN);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await ida.person.button('Sound check').click();
  await ida.person.button('Start sound check').waitFor();
  await take(page, 'sound-check', SCREEN);
  await meets({ error: 100 });
  await ida.person.button('Start sound check').click();
  await page.locator('[data-testid="sound-check"][data-stage="done"]').waitFor();
  await take(page, 'sound-check-failed', SCREEN);
  await page.keyboard.press('Escape');
  await wire.cut();
  await ida.person.sees('Reconnecting. Your changes are kept and sent when you are back online.');
  await take(page, 'setup-offline', SCREEN);
  wire.mend();

  const uma = playerOf(await Person.arrive(browser, 'Uma', url));
  const code = await ida.gameCode();
  await uma.joinAsGuest(code);
  const vic = playerOf(await Person.arrive(browser, 'Vic', url));
  // The room really holds thousands.
  (await refusableCommands(vic.person.context))('joinGame', 'game-full');
  await vic.enterCode(code);
  await vic.person.button('Join Game').click();
  await vic.person.sees('This game is full.');
  await take(vic.person.page, 'join-game-full', SCREEN);
  await vic.person.context.close();
  await page.getByText('Reconnecting.').waitFor({ state: 'detached' });
  await ida.start();
  await ida.pickAny();
  await mediaIs('playing');
  await take(page, 'desk-video');
  await still(page);
  await ida.judge('Nobody');
  await page.getByTestId('pick-panel').waitFor();
  await meets('blocked');
  await ida.pickAny();
  await ida.person.button('Tap to start the music').waitFor();
  await take(page, 'desk-video-blocked');
  await ida.person.button('Tap to start the music').click();
  await mediaIs('playing');
  await ida.judge('Nobody');
  await page.getByTestId('pick-panel').waitFor();
  await meets({ error: 101 });
  await ida.pickAny();
  await ida.person.sees('This video can only be played on YouTube itself.');
  await take(page, 'desk-video-fault');
  await wire.cut();
  await ida.person.sees('Reconnecting…');
  await take(page, 'desk-reconnecting');
  wire.mend();
  await uma.person.context.close();

  await ida.createGame();
  await ida.addCategory('At home');
  await ida.openQuestion('At home');
  await ida.typeQuestion({ link: LINKS[0] ?? '', answer: 'Heard at home' });
  await page.getByText('On the players’ phones', { exact: true }).click();
  const tom = playerOf(await Person.arrive(browser, 'Tom', url));
  await tom.joinAsGuest(await ida.gameCode());
  await ida.start();
  await ida.pickAny();
  await tom.becomes('armed');
  await tom.person.page.locator('[data-testid="media"][data-status="playing"]').waitFor();
  await take(tom.person.page, 'buzzer-video', SCREEN);
  await tom.person.context.close();
  await ida.person.context.close();
}
