import type { Person } from './person.js';

/** Actions on whole templates: in the list of own templates, and with files. */
export const librarianOf = (person: Person) => {
  const { page } = person;
  const dialog = page.getByRole('dialog');
  return {
    person,
    dialog,
    /** From the menu of one of their own templates; the list must be open. */
    async choose(title: string, action: string) {
      // A name written from right to left stands by itself, between two marks.
      const names = [title, `\u2068${title}\u2069`].map((name) => person.button(`More actions for ${name}`));
      await names.reduce((one, other) => one.or(other)).click();
      await page.getByRole('menuitem', { name: action }).click();
    },
    /** The text of the file that an export gives. */
    async exported(title: string, format: 'JSON' | 'CSV'): Promise<string> {
      const [file] = await Promise.all([page.waitForEvent('download'), this.choose(title, `Export as ${format}`)]);
      return Buffer.concat(await (await file.createReadStream()).toArray()).toString('utf8');
    },
    /** Chooses a file in the open import dialog. */
    async give(name: string, file: Buffer | string) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        dialog.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
      ]);
      await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(file) });
    },
    /** From the list of their own to the list with one more. */
    async imports(name: string, file: string) {
      await person.button('Import').click();
      await this.give(name, file);
      await dialog.getByRole('button', { name: /^Add \d+ questions?$/ }).click();
      await page.waitForURL('**/template/edit/**');
      await page.goto('/my-templates');
    },
  };
};
