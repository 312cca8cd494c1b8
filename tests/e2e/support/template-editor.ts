import { isDeepStrictEqual } from 'node:util';
import { eventually } from '@earworm/service-kit/testing/eventually';
import type { Person } from './people.js';

/** The template editor on somebody's screen. */
export const templateEditorOf = ({ page }: Person) => ({
  page,
  title: page.getByLabel('Title', { exact: true }),
  categoryName: page.getByLabel('Category name'),
  answers: page.getByRole('textbox', { name: 'Answer' }),
  async open(path: string) {
    await page.goto(path);
    await this.answers.first().waitFor();
  },
  async reload() {
    await page.reload();
    await this.answers.first().waitFor();
  },
  async saveStateIs(state: 'saved' | 'offline') {
    await page.locator(`[data-testid="save-state"][data-state="${state}"]`).waitFor();
  },
  async answersAre(wanted: readonly string[]) {
    await eventually(async () => {
      const shown = await this.answers.evaluateAll((all) =>
        all.map((field) => ('value' in field ? field.value : null)),
      );
      // The driver's arrays are none of Jest's.
      if (!isDeepStrictEqual([...shown], [...wanted])) throw new Error(`The answers are ${JSON.stringify(shown)}`);
    });
  },
});
export type TemplateEditor = ReturnType<typeof templateEditorOf>;
