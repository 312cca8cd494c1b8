import { still } from '../e2e/support/axe-violations.js';
import { Person } from '../e2e/support/person.js';
import { playerOf } from '../e2e/support/player.js';
import { signInDialogOf } from '../e2e/support/sign-in-dialog.js';
import type { Participants } from './participants.js';

const SCREEN = { screenOnly: true } as const;

/** What a phone shows beside the round itself: before a seat is taken, without a network, and where no way leads on. */
export async function takePhones({ camera, browser, url, ruth }: Participants): Promise<void> {
  const take = camera.take.bind(camera);
  const desk = ruth.person.page;
  await ruth.createGame('Try the starter quiz');
  await ruth.person.sees('Set up your game');
  await desk.getByText('One per player').click();
  const game = desk.url().replace('/setup/', '/game/');

  const eve = playerOf(await Person.arrive(browser, 'Eve', url));
  const wire = await eve.person.onWire();
  const phone = eve.person.page;
  await phone.goto(game);
  await signInDialogOf(eve.person).guest();
  await phone.getByLabel('Your name').waitFor();
  await take(phone, 'name-form', SCREEN);
  await eve.person.button('Join').click();
  await eve.person.sees('Please enter your name.');
  await take(phone, 'name-form-error', SCREEN);
  await phone.getByLabel('Your name').fill('Eve');
  await eve.person.button('Join').click();
  await eve.becomes('lobby');

  await desk.goto(game);
  await ruth.start();
  await ruth.pickAny();
  await eve.becomes('armed');
  await desk.keyboard.press('p');
  await eve.becomes('paused');
  await take(phone, 'buzzer-paused', SCREEN);
  wire.hold();
  await eve.buzz();
  await eve.becomes('sent');
  await take(phone, 'buzzer-sent', { ...SCREEN, widths: [360] });
  wire.release();
  await eve.becomes('first');
  await ruth.judge('Wrong');
  await eve.becomes('out');
  await take(phone, 'buzzer-out', SCREEN);
  await still(desk);
  await ruth.judge('Nobody');
  await ruth.pickAny();
  await eve.becomes('armed');
  await wire.cut();
  await eve.becomes('reconnecting');
  await take(phone, 'buzzer-reconnecting', SCREEN);
  await eve.buzz();
  await eve.person.sees('Your buzz will be sent');
  await take(phone, 'buzzer-buzz-kept', SCREEN);
  wire.mend();
  await eve.becomes('first');
  await ruth.judge('Right');
  await phone.locator('[data-testid="buzzer"][data-state="wait"]').waitFor();
  await take(phone, 'buzzer-own-pick', SCREEN);
  await eve.person.button('Leave game').click();
  await phone.getByRole('dialog').waitFor();
  await take(phone, 'buzzer-leave-asks', SCREEN);
  await phone.keyboard.press('Escape');

  await ruth.choose('End game');
  await ruth.confirm('End game');
  await desk.getByTestId('game-over').waitFor();
  const late = await Person.arrive(browser, 'Late', url);
  await late.page.goto(game);
  await signInDialogOf(late).guest();
  await late.sees('This game has already ended');
  await take(late.page, 'game-ended', SCREEN);
  await late.page.goto('/game/00000000-0000-4000-8000-000000000000');
  await late.sees('Game not found');
  await take(late.page, 'game-unknown', SCREEN);
  await late.page.goto('/game/no!');
  await late.sees('Invalid game ID');
  await take(late.page, 'game-invalid', { ...SCREEN, widths: [360] });
  await late.context.close();
  await eve.person.context.close();
}
