import { still } from '../e2e/support/axe-violations.js';
import { eventually } from '@earworm/service-kit/testing/eventually';
import type { Participants } from './participants.js';
import { giveFeedback, authorizationOf, writeTemplates } from './sample-content.js';

/** Templates of several kinds, feedback from the form to an admin's answer, figures, and a game that is looked at. */
export async function takeAdminPages({ camera, ruth, players, admin }: Participants): Promise<void> {
  const { page } = ruth.person;
  const take = camera.take.bind(camera);
  await writeTemplates(ruth.person);
  await giveFeedback(ruth.person);
  for (const path of ['my-templates', 'browse-templates', 'library']) {
    await page.goto(`/${path}`);
    await ruth.person.sees('Eighties on Synths');
    await take(page, `${path}-filled`);
  }
  await page.goto('/my-templates');
  await page.getByRole('button', { name: /^More.*Eighties/ }).click();
  await take(page, 'my-templates-menu', { widths: [360, 1440], screenOnly: true });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Eighties on Synths' }).click();
  await page.waitForURL('**/library/template/**');
  await still(page);
  await take(page, 'template-own');
  await page.goto(page.url().replace('/library/template/', '/template/edit/'));
  await page.getByTestId('answer').first().waitFor();
  await take(page, 'template-editor');
  await page.getByRole('button', { name: 'Add a list here' }).first().click();
  await take(page, 'template-paste', { screenOnly: true });

  await page.goto('/');
  await ruth.person.button('Send Feedback').click();
  const form = page.getByRole('dialog', { name: 'Send Feedback' });
  await form.waitFor();
  await take(page, 'feedback-form', { screenOnly: true });
  await form.getByRole('button', { name: 'Send Feedback' }).click();
  await ruth.person.sees('Please fill in all required fields');
  await take(page, 'feedback-missing', { screenOnly: true });
  await form.getByLabel('Title').fill('The board could be larger');
  await form.getByLabel('Description').fill('From the last row one cannot read the points.');
  await form.getByRole('button', { name: 'Capture this page' }).click();
  await form.getByTestId('redact').getByRole('img').waitFor();
  await form.getByRole('button', { name: 'Add a box' }).click();
  await take(page, 'feedback-picture', { screenOnly: true });
  await form.getByRole('button', { name: 'Send Feedback' }).click();
  await ruth.person.sees('Thank you for your feedback!');
  await take(page, 'feedback-thanks', { widths: [360], screenOnly: true });

  await admin.page.goto('/admin/feedback');
  const open = admin.page.getByRole('button', { name: 'Open The board could be larger' });
  await open.waitFor();
  await take(admin.page, 'feedback-rows');
  await open.click();
  await admin.page.getByRole('img', { name: /^Screenshot of/ }).waitFor();
  await still(admin.page);
  await take(admin.page, 'feedback-opened', { screenOnly: true });
  await admin.page.keyboard.press('Escape');
  await admin.page.goto('/library/reports');
  await admin.sees('These are the questions of our book.');
  await take(admin.page, 'reports-filled');
  await admin.page.getByRole('button', { name: 'Take down' }).first().click();
  await take(admin.page, 'reports-take-down', { screenOnly: true });

  await ruth.createGame('Try the starter quiz');
  await ruth.person.sees('Set up your game');
  const gameId = page.url().split('/').pop() ?? '';
  const ada = players[0];
  if (ada) {
    await ada.enterCode(await ruth.gameCode());
    await ada.person.button('Join Game').click();
    await ada.becomes('lobby');
  }
  await ruth.start();
  await page
    .getByRole('button', { name: / for \d+$/ })
    .first()
    .click();
  await ada?.becomes('armed');
  await ada?.buzz();
  await admin.page.goto('/admin/operations');
  await admin.sees(/open game/);
  await still(admin.page);
  await take(admin.page, 'operations-filled');
  await admin.page.locator(`a[href*="${gameId}"]`).first().click();
  await admin.page.getByRole('region', { name: 'Scores' }).waitFor();
  await take(admin.page, 'operations-game');
  await admin.page.request.post('/api/templates/house-starter-quiz/start', {
    headers: await authorizationOf(admin),
    data: { requestId: 'for-the-pictures', moderatorName: 'Admin' },
  });
  // Counted by a projection of the log, shortly afterwards.
  await eventually(async () => {
    await admin.page.goto('/analytics');
    const played = await admin.page.getByTestId('total-gamesPlayed').innerText();
    if (!/[1-9]/.test(played)) throw new Error('no game has been counted');
  });
  await still(admin.page);
  await take(admin.page, 'analytics-filled');

  // An admin whose role is gone: their page stands, and what it asks for is asked for by somebody who may not.
  const headers = await authorizationOf(ruth.person);
  await admin.page.route(/api\/admin\/feedback(\?|$)/, (route) =>
    route.continue({ headers: { ...route.request().headers(), ...headers } }),
  );
  await admin.page.goto('/admin/feedback');
  await admin.sees('Limited access');
  await take(admin.page, 'feedback-limited');
}
