import { still } from '../e2e/support/axe-violations.js';
import type { Participants } from './participants.js';
import { writeTemplates } from './sample-content.js';

const SCREEN = { screenOnly: true } as const;

/** The library's dialogs, and what it says about files, about two writers and without a network. */
export async function takeLibrary({ camera, ruth }: Participants): Promise<void> {
  const take = camera.take.bind(camera);
  const { page } = ruth.person;
  const dialog = page.getByRole('dialog');
  const closed = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await writeTemplates(ruth.person);
  await page.goto('/my-templates');

  await ruth.person.button('Import').click();
  await dialog.getByText('or drop it here').waitFor();
  await take(page, 'import', SCREEN);
  const give = async (name: string, text: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await give('party.json', '{ "format": "earworm-template", "version": 1 }');
  await ruth.person.sees('“categories” is missing.');
  await take(page, 'import-refused', SCREEN);
  await give(
    'party.csv',
    'category;answer;points;link\nPop;Queen;100;https://youtu.be/aaaaaaaaaa1\nPop;;200;https://vimeo.com/1\nPop;Abba;300;\n',
  );
  await ruth.person.sees('3 questions found');
  await take(page, 'import-warnings', SCREEN);
  await dialog.getByRole('button', { name: 'Add 3 questions' }).click();
  await page.getByTestId('answer').first().waitFor();
  await still(page);
  await take(page, 'template-editor-problems');

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByLabel('Title', { exact: true }).fill('Written on the other computer');
  await other.locator('[data-testid="save-state"][data-state="saved"]').waitFor();
  await other.close();
  await page.getByLabel('Title', { exact: true }).fill('Written here');
  await ruth.person.sees('Two versions of this template');
  await take(page, 'template-conflict', SCREEN);
  await dialog.getByRole('button', { name: 'Save selected versions' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.context().setOffline(true);
  await page.getByLabel('Title', { exact: true }).fill('Typed on a train');
  await page.locator('[data-testid="save-state"][data-state="offline"]').waitFor();
  await take(page, 'template-editor-offline', SCREEN);
  await page.context().setOffline(false);
  await page.locator('[data-testid="save-state"][data-state="saved"]').waitFor();

  await page.goto('/my-templates');
  await page.getByRole('button', { name: /^More.*Eighties/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.waitFor();
  await take(page, 'template-delete', SCREEN);
  await closed();
  await page.getByRole('button', { name: /^More.*Kinderlieder/ }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await dialog.waitFor();
  await take(page, 'template-publish', SCREEN);
  await closed();
  await page.goto('/browse-templates');
  await page.getByRole('link', { name: 'Starter quiz' }).click();
  await ruth.person.button('Start a Game').click();
  await dialog.waitFor();
  await take(page, 'template-start', SCREEN);
  await closed();
  await ruth.person.button('Report').click();
  await dialog.waitFor();
  await take(page, 'template-report', SCREEN);
}
