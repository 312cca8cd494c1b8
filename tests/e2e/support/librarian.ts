import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Person } from './people.js';

/** The words that this person's page sends with each call to say who they are. */
const signedAs = ({ page }: Person) =>
  page.evaluate(() => {
    const { access } = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as { access?: string };
    return { authorization: `Bearer ${access ?? ''}` };
  });

/** What somebody does with templates as a whole: on the list of their own, and with files. */
export const librarianOf = (person: Person) => {
  const { page } = person;
  const dialog = page.getByRole('dialog');
  return {
    dialog,
    /** From the menu of one of their own templates; the list must be open. */
    async choose(title: string, action: string) {
      // A name written from right to left stands by itself, between two marks.
      const names = [title, `\u2068${title}\u2069`].map((name) => person.button(`More for ${name}`));
      await names.reduce((one, other) => one.or(other)).click();
      await page.getByRole('menuitem', { name: action }).click();
    },
    /** The text of the file that an export gives. */
    async exported(title: string, format: 'JSON' | 'CSV'): Promise<string> {
      const [file] = await Promise.all([page.waitForEvent('download'), this.choose(title, `Export as ${format}`)]);
      return readFile(await file.path(), 'utf8');
    },
    /** Chooses a file in the open import dialog. */
    async give(name: string, file: Buffer | string) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: 'Choose a file' }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(file) });
    },
    /** From the list of their own to the list with one more. */
    async imports(name: string, file: string) {
      await person.button('Import').click();
      await this.give(name, file);
      await dialog.getByText(`“${name}” is in My Templates`).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    },
    /** Published templates of theirs with one question each, made without a screen. */
    async publishes(titles: readonly string[]) {
      const headers = await signedAs(person);
      for (const title of titles) {
        const templateId = randomUUID();
        const questions = [{ youtubeLink: 'https://youtu.be/aaaaaaaaaa1', answer: title, points: 100 }];
        const file = { format: 'earworm-template', version: 1, title, categories: [{ name: 'All', questions }] };
        const base64 = Buffer.from(JSON.stringify(file)).toString('base64');
        const imported = { templateId, fileName: 'a.json', base64 };
        for (const [path, data] of [
          ['template-import', imported],
          [`templates/${templateId}/publish`, { published: true }],
        ] as const) {
          const reply = await page.request.post(`/api/${path}`, { headers, data });
          if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`);
        }
      }
    },
  };
};
export type Librarian = ReturnType<typeof librarianOf>;
