import { still } from '../e2e/support/axe-violations.js';
import type { Player } from '../e2e/support/player.js';
import type { Participants } from './participants.js';
import { takeHistory } from './history.js';

const STAGE = { width: 1440, height: 900 };

/** One game from the empty board to the podium, on the desk, the phones and the stage, and what is kept of it. */
export async function takeGame(participants: Participants): Promise<void> {
  const { camera, ruth, players } = participants;
  const desk = ruth.person.page;
  const [ada, leo, mirjam] = players as [Player, Player, Player];
  const take = camera.take.bind(camera);
  const moment = { widths: [360], screenOnly: true } as const;

  await ruth.createGame();
  await ruth.person.sees('Set up your game');
  await take(desk, 'setup-empty');
  await ruth.addCategory('Eighties');
  await ruth.openQuestion('Eighties');
  await take(desk, 'setup-question');
  await ruth.createGame('Try the starter quiz');
  await ruth.person.sees('Set up your game');
  await take(desk, 'setup-starter');
  const gameId = desk.url().split('/').pop() ?? '';
  const code = await ruth.gameCode();

  const stage = await ruth.person.context.newPage();
  await stage.setViewportSize(STAGE);
  await stage.goto(`/stage/${gameId}`);
  await stage.getByRole('heading', { name: 'Grab your phone' }).waitFor();
  for (const player of players) {
    await player.person.page.goto(`/?code=${code}`);
    await player.person.page.getByLabel('Your Name').fill(player.person.name);
    await player.person.sees('Ruth’s game');
    if (player === ada) await take(ada.person.page, 'home-game-found');
    await player.person.button('Join Game').click();
    await player.becomes('lobby');
  }
  await take(stage, 'stage-waiting', { screenOnly: true });
  await take(ada.person.page, 'buzzer-lobby', { screenOnly: true });
  await desk.goto(`/game/${gameId}`);
  await desk.getByRole('button', { name: 'Start Game' }).waitFor();
  await take(desk, 'desk-lobby');

  await ruth.start();
  await ada.becomes('wait');
  await take(desk, 'desk-pick');
  await take(stage, 'stage-board', { screenOnly: true });
  await take(ada.person.page, 'buzzer-wait', { screenOnly: true });
  await desk
    .getByRole('button', { name: 'Show QR' })
    .or(desk.getByRole('button', { name: 'QR code' }))
    .first()
    .click();
  await desk.getByRole('dialog').waitFor();
  await take(desk, 'desk-qr', { screenOnly: true });
  await desk.keyboard.press('Escape');

  const pick = () =>
    desk
      .getByRole('button', { name: / for \d+$/ })
      .first()
      .click();
  await pick();
  await ada.becomes('armed');
  await take(desk, 'desk-listening');
  await take(stage, 'stage-listening', { screenOnly: true });
  await take(ada.person.page, 'buzzer-armed', { screenOnly: true });
  await ada.buzz();
  await ada.becomes('first');
  await leo.buzz();
  await mirjam.buzz();
  await mirjam.becomes('inLine');
  await take(desk, 'desk-first');
  await take(stage, 'stage-first', { screenOnly: true });
  await take(ada.person.page, 'buzzer-first', { screenOnly: true });
  await take(mirjam.person.page, 'buzzer-in-line', { screenOnly: true });
  await ruth.judge('Wrong');
  await ada.becomes('wrong');
  await take(ada.person.page, 'buzzer-wrong', moment);
  await still(desk);
  await ruth.judge('Right');
  await leo.becomes('right');
  await take(leo.person.page, 'buzzer-right', moment);
  await take(stage, 'stage-result', { widths: [1440], screenOnly: true });

  await pick();
  await ada.becomes('armed');
  await ruth.judge('Nobody');
  await take(desk, 'desk-nobody', { widths: [1440] });
  await ruth.choose('Leave desk');
  await ruth.confirm('Leave');
  await ada.becomes('away');
  await take(ada.person.page, 'buzzer-moderator-away', { screenOnly: true });
  await take(stage, 'stage-moderator-away', { widths: [1440], screenOnly: true });
  await desk.getByLabel('Game Code').fill(code);
  await desk.getByRole('link', { name: 'Rejoin as Moderator' }).waitFor();
  await take(desk, 'home-moderator-block');
  await desk.getByRole('link', { name: 'Rejoin as Moderator' }).click();
  await ruth.person.button('Rejoin Now').waitFor();
  await take(desk, 'moderator-rejoin');
  await ruth.person.button('Rejoin Now').click();
  await desk.getByTestId('pick-panel').waitFor();

  await ada.leave();
  await ada.enterCode(code);
  await ada.person.button('Rejoin Game').waitFor();
  await take(ada.person.page, 'home-rejoin', { widths: [360, 1440] });
  await ada.person.button('Rejoin Game').click();
  await ada.becomes('wait');
  await ada.person.page.goto('/moderator-rejoin/' + gameId);
  await ada.person.sees('Rejoin Error');
  await take(ada.person.page, 'moderator-rejoin-refused');

  await ruth.choose('End game');
  await desk.getByRole('dialog').waitFor();
  await take(desk, 'desk-end-asks', { screenOnly: true });
  await ruth.confirm('End game');
  await desk.getByTestId('game-over').waitFor();
  await still(desk);
  await take(desk, 'desk-over');
  await take(leo.person.page, 'buzzer-over', { screenOnly: true });
  await take(stage, 'stage-over', { screenOnly: true });
  await stage.close();
  await takeHistory(participants);
}
