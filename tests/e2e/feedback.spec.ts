/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { shownFor } from './support/shown-for.js';
import { ADMIN_ENV, FIRST_ADMIN } from './support/visitor.js';

describe('feedback, from a player to an admin', () => {
  let pia: Person;
  let ada: Person;
  const step = storyOf(() => [pia, ada].filter(Boolean));

  opening(async (arrive) => {
    pia = await arrive('Pia');
    ada = await arrive('Ada');
    await ada.page.setViewportSize({ width: 1440, height: 900 });
  }, ADMIN_ENV);

  it(
    ...step('a guest opens the form and is told what is missing', async () => {
      await pia.page.goto('/');
      await pia.button('Send Feedback').click();
      await pia.page.getByRole('dialog').getByRole('button', { name: 'Continue as Guest' }).click();
      const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
      await form.getByRole('button', { name: 'Send Feedback' }).click();
      await pia.sees('Please fill in all required fields');
    }),
  );

  it(
    ...step('captures the page, blacks a part out, and is thanked for two seconds', async () => {
      const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
      await form.getByText('Feature', { exact: true }).click();
      await form.getByLabel('Title').fill('=Louder applause');
      await form.getByLabel('Description').fill('When somebody is right.\nPlease!');
      await form.getByRole('button', { name: 'Capture this page' }).click();
      const picture = form.getByTestId('redact');
      await picture.getByRole('img').evaluate((image: HTMLImageElement) => image.decode());
      // Once it stands still: what is measured before would be somewhere else by the time it is drawn on.
      await picture.hover({ position: { x: 10, y: 10 } });
      const box = (await picture.boundingBox())!;
      await pia.page.mouse.down();
      await pia.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
      await pia.page.mouse.up();
      await form.getByRole('button', { name: /^Box 1/ }).waitFor();
      // A swift swipe on a slow phone: it is over before anything of it is drawn.
      await picture.evaluate((paper, { x, y, width, height }) => {
        for (const [type, along] of [
          ['pointerdown', 0.6],
          ['pointermove', 0.7],
          ['pointerup', 0.8],
        ] as const) {
          const at = { clientX: x + width * along, clientY: y + height * along };
          paper.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, ...at }));
        }
      }, box);
      await form.getByRole('button', { name: /^Box 2/ }).waitFor();
      const thanked = shownFor(pia.page, 'Thank you for your feedback!');
      await form.getByRole('button', { name: 'Send Feedback' }).click();
      await form.waitFor({ state: 'detached' });
      const { byClock, byTicks } = await thanked;
      expect(byClock).toBeGreaterThan(1_500);
      expect(byTicks).toBeLessThan(4_000);
    }),
  );

  it(
    ...step('is asked to wait a minute before the next, and nothing that was typed is lost', async () => {
      await pia.button('Send Feedback').click();
      const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
      await form.getByLabel('Title').fill('One more');
      await form.getByLabel('Description').fill('thing');
      await form.getByRole('button', { name: 'Send Feedback' }).click();
      await pia.sees('You can only submit feedback once per minute. Please wait.');
      expect(await form.getByLabel('Title').inputValue()).toBe('One more');
    }),
  );

  it(
    ...step('a picture that is none and one that is too large are refused where they are chosen', async () => {
      const form = pia.page.getByRole('dialog', { name: 'Send Feedback' });
      const choose = (name: string, mimeType: string, buffer: Buffer) =>
        form.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
      await choose('a.png', 'image/png', Buffer.from('%PDF-1.7'));
      await pia.sees('The screenshot must be an image (PNG, JPEG, WebP or GIF).');
      await choose('b.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1));
      await pia.sees('The screenshot can have at most 5 MB.');
    }),
  );

  it(
    ...step('a player who is no admin is not let into the management page', async () => {
      await pia.page.goto('/admin/feedback');
      await pia.page.waitForURL(/\/(\?.*)?$/);
    }),
  );

  it(
    ...step('an admin finds it, sees the picture with its black box, answers and resolves it', async () => {
      const { page } = ada;
      await page.goto('/admin/feedback');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill(FIRST_ADMIN.email);
      await dialog.getByRole('textbox', { name: 'Password' }).fill(FIRST_ADMIN.password);
      await dialog.getByRole('button', { name: 'Sign In', exact: true }).click();
      await page.getByLabel('Search').fill('applause');
      const pictures = /\/api\/admin\/feedback\/[^/]+\/screenshot/;
      await page.route(pictures, (route) => route.abort());
      await page.getByRole('button', { name: 'Open =Louder applause' }).click();
      const entry = page.getByRole('dialog', { name: '=Louder applause' });
      await entry.getByText('The screenshot cannot be shown right now.').waitFor();
      await page.unroute(pictures);
      await entry.getByRole('button', { name: 'Try again' }).click();
      const picture = entry.getByRole('img', { name: 'Screenshot of =Louder applause' });
      await picture.waitFor();
      const shade = await picture.evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const paper = canvas.getContext('2d')!;
        paper.drawImage(image, 0, 0);
        return [...paper.getImageData(Math.round(canvas.width / 4), Math.round(canvas.height / 4), 1, 1).data];
      });
      expect(Math.max(...shade.slice(0, 3))).toBeLessThan(8);
      await entry.getByLabel('Reply note').fill('With the next release.');
      await entry.getByRole('button', { name: 'Save note' }).click();
      await entry.getByText(/^Last handled/).waitFor();
      await entry.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Resolved' }).click();
      await entry.getByRole('button', { name: 'Close' }).click();
      await page
        .getByRole('row', { name: /applause/ })
        .getByText('Resolved')
        .waitFor();
    }),
  );

  it(
    ...step('exports it without anything that a spreadsheet would run', async () => {
      const [saved] = await Promise.all([ada.page.waitForEvent('download'), ada.button('Export CSV').click()]);
      const text = (await (await saved.createReadStream()).toArray()).join('');
      expect(text).toContain("'=Louder applause");
      expect(text).toContain('With the next release.');
      expect(text).not.toMatch(/,=Louder/);
    }),
  );

  it(
    ...step('deletes it after being asked, and the page is empty again', async () => {
      const { page } = ada;
      await page.getByRole('button', { name: 'Open =Louder applause' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Delete this feedback?' }).getByRole('button', { name: 'Delete' }).click();
      await ada.sees('Nothing found');
      await ada.button('Show all').click();
      await ada.sees('No feedback yet');
      expect([...pia.errors, ...ada.errors]).toEqual([]);
    }),
  );
});
