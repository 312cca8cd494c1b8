/// <reference lib="dom" />
import { describe, expect } from '@jest/globals';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { signedIn } from './support/members.js';
import { uniqueWord } from './support/prepared-template.js';
import { test } from './support/test.js';

const LAPTOP = { width: 1440, height: 900 };

describe('feedback', () => {
  test('sent from the smallest phone in a running game leads an admin to that game and, once it has ended, to its results', async (scene) => {
    const title = uniqueWord('Buzzer');
    const game = await scene.game({ players: ['Pia'] });
    const { person: pia } = await scene.phone(game, 'Pia', { viewport: { width: 320, height: 480 } });
    await pia.page.getByText('Pia', { exact: true }).waitFor();
    await pia.button('Send Feedback').click();
    const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Description').fill('It is green now.');
    await form.getByRole('button', { name: 'Send Feedback' }).click();
    await form.waitFor({ state: 'detached' });

    const admin = await signedIn(scene.product.url, FIRST_ADMIN);
    const ada = await scene.arrive('Ada', { signedInAs: admin, viewport: LAPTOP });
    await ada.page.goto('/admin/feedback');
    await ada.page.getByLabel('Search').fill(game.code);
    await ada.button(`Open ${title}`).click();
    const entry = ada.page.getByRole('dialog', { name: title });
    await entry.getByText(`/game/${game.gameId}`, { exact: true }).waitFor();
    await entry.getByText(/ · 320 × 480 · en$/).waitFor();
    expect(await entry.getByText('development').count()).toBe(0);
    await entry.getByRole('link', { name: game.code }).click();
    await ada.page.getByRole('heading', { name: `Game ${game.code}` }).waitFor();

    await game.end();
    await pia.page.getByTestId('game-over').waitFor();
    await pia.button('Send Feedback').click();
    await form.getByLabel('Title').waitFor();
    await ada.page.goto(`/admin/operations?state=completed&search=${game.code}`);
    await ada.page.getByRole('link', { name: `Results of ${game.code}` }).click();
    const results = ada.page.getByRole('dialog', { name: 'Results' });
    await results.getByText('Pia', { exact: true }).waitFor();
  });

  test('reaches an admin with its screenshot, what was blacked out stays black, and is answered, exported and deleted', async (scene) => {
    /** Begins like a formula, which a spreadsheet would run. */
    const title = uniqueWord('=Louder');
    const pia = await scene.guest('Pia');
    await pia.page.goto('/');
    await pia.button('Send Feedback').click();
    const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
    await form.getByText('Feature', { exact: true }).click();
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Description').fill('When somebody is right.\nPlease!');
    await form.getByRole('button', { name: 'Capture this page' }).click();
    const paper = form.getByTestId('redact');
    await paper.getByRole('img').evaluate((image: HTMLImageElement) => image.decode());
    // Hovering waits until it stands still: what is measured before would be somewhere else when it is drawn on.
    await paper.hover({ position: { x: 10, y: 10 } });
    const box = await paper.boundingBox();
    if (!box) throw new Error('the screenshot is out of sight');
    await pia.page.mouse.down();
    await pia.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await pia.page.mouse.up();
    await form.getByRole('button', { name: /^Box 1/ }).waitFor();
    // A swift swipe on a slow phone: it is over before anything of it is drawn.
    await paper.evaluate((element, { x, y, width, height }) => {
      for (const [type, along] of [
        ['pointerdown', 0.6],
        ['pointermove', 0.7],
        ['pointerup', 0.8],
      ] as const) {
        const at = { clientX: x + width * along, clientY: y + height * along };
        element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, ...at }));
      }
    }, box);
    await form.getByRole('button', { name: /^Box 2/ }).waitFor();
    await form.getByRole('button', { name: 'Send Feedback' }).click();
    await form.waitFor({ state: 'detached' });

    const admin = await signedIn(scene.product.url, FIRST_ADMIN);
    const ada = await scene.arrive('Ada', { signedInAs: admin, viewport: LAPTOP });
    const { page } = ada;
    const row = page.getByRole('row').filter({ hasText: title });
    await page.goto('/admin/feedback');
    await page.getByLabel('Search').fill(title);
    await ada.button(`Open ${title}`).click();
    const entry = page.getByRole('dialog', { name: title });
    const picture = entry.getByRole('img', { name: `Screenshot of ${title}` });
    await picture.waitFor();
    const shades = await picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const pixel = (at: number) =>
        context.getImageData(Math.round(canvas.width * at), Math.round(canvas.height * at), 1, 1).data;
      return [pixel(0.25), pixel(0.7)].map((rgba) => Math.max(...rgba.slice(0, 3)));
    });
    for (const shade of shades) expect(shade).toBeLessThan(8);
    await entry.getByLabel('Note').fill('With the next release.');
    await entry.getByRole('button', { name: 'Save note' }).click();
    await entry.getByText(/^Last changed/).waitFor();
    await entry.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Resolved' }).click();
    await entry.getByRole('button', { name: 'Close' }).click();
    await row.getByText('Resolved').waitFor();

    const [saved] = await Promise.all([page.waitForEvent('download'), ada.button('Export CSV').click()]);
    const csv = Buffer.concat(await (await saved.createReadStream()).toArray()).toString('utf8');
    expect(csv).toContain(`'${title}`);
    expect(csv).toContain('With the next release.');
    expect(csv).not.toContain(`"${title}`);

    await ada.button(`Open ${title}`).click();
    await entry.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this feedback?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await ada.sees('Nothing found');
    expect(await row.count()).toBe(0);
  });
});
