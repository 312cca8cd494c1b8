import { still } from '../e2e/support/axe-violations.js';
import type { Participants } from './participants.js';

/** Lists and the admins' pages. */
export async function takeModeratorPages({ camera, ruth, admin }: Participants): Promise<void> {
  const { page } = ruth.person;
  for (const path of ['library', 'browse-templates', 'my-templates']) {
    await page.goto(`/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await still(page);
    await camera.take(page, path);
  }
  await page.goto('/browse-templates');
  const template = page.locator('a[href^="/library/template/"]').first();
  await template.click();
  await page.waitForURL('**/library/template/**');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await still(page);
  await camera.take(page, 'template');
  await page.goto('/my-templates');
  await page.getByRole('button', { name: 'New Template' }).first().click();
  await page.waitForURL('**/template/edit/**');
  await still(page);
  await camera.take(page, 'template-edit');

  for (const path of [
    ...['analytics', 'admin/operations', 'admin/feedback', 'admin/outbox', 'library/reports'],
    ...['admin/accounts', 'admin/audit'],
  ]) {
    await admin.page.goto(`/${path}`);
    await admin.page.getByRole('heading', { level: 1 }).waitFor();
    await still(admin.page);
    await camera.take(admin.page, path.replace('/', '-'));
  }
  await admin.page.getByRole('button', { name: 'Open the debug panels' }).click();
  await camera.take(admin.page, 'debug-panels', { screenOnly: true });
  await admin.page.setViewportSize({ width: 1440, height: 900 });
  await admin.page.getByRole('button', { name: 'Admin' }).click();
  await camera.take(admin.page, 'admin-menu', { widths: [1440], screenOnly: true });
}
