import type { Participants } from './participants.js';

/** What is left of a game that was just played, for its moderator and for a player. */
export async function takeHistory({ camera, ruth, players }: Participants): Promise<void> {
  const { page } = ruth.person;
  await page.goto('/game-history');
  await page.getByRole('tab', { name: 'Moderated' }).click();
  await page.getByRole('button', { name: 'Results' }).first().waitFor();
  await camera.take(page, 'history-moderated');
  await page.getByRole('button', { name: 'Results' }).first().click();
  await ruth.person.sees('Questions');
  await camera.take(page, 'history-result', { screenOnly: true });
  const leo = players[1]?.person;
  if (leo) {
    await leo.page.goto('/game-history');
    await leo.page.getByRole('button', { name: 'Results' }).first().waitFor();
    await camera.take(leo.page, 'history-played');
  }
}
