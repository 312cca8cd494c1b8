import { isDeepStrictEqual } from 'node:util';
import { eventually } from '@earworm/service-kit/testing/eventually';
import type { Person } from './person.js';

/** The template editor on a person's screen. */
export const templateEditorOf = ({ page }: Person) => ({
  page,
  title: page.getByLabel('Title', { exact: true }),
  answers: page.getByTestId('answer'),
  async open(path: string) {
    await page.goto(path);
    await this.answers.first().waitFor();
  },
  async reload() {
    await page.reload();
    await this.answers.first().waitFor();
  },
  async addCategory(name: string) {
    await page.getByLabel('New Category').fill(name);
    await page.getByRole('button', { name: 'Add Category' }).click();
    await page.getByRole('region', { name, exact: true }).waitFor();
  },
  /** The form of the first question with these points. */
  async edit(points: number) {
    await page
      .getByRole('button', { name: `Edit the question for ${points}`, exact: true })
      .first()
      .click();
    return page.getByRole('textbox', { name: 'Answer' });
  },
  async changeAnswer(points: number, answer: string) {
    await (await this.edit(points)).fill(answer);
    await page.getByRole('button', { name: 'Save Question' }).click();
    await this.answers.getByText(answer, { exact: true }).waitFor();
  },
  async saveStateIs(state: 'saved' | 'offline') {
    await page.locator(`[data-testid="save-state"][data-state="${state}"]`).waitFor();
  },
  async answersAre(wanted: readonly string[]) {
    await eventually(async () => {
      const texts = await this.answers.allTextContents();
      // The driver's arrays are not instances of Jest's Array.
      if (!isDeepStrictEqual([...texts], [...wanted])) throw new Error(`The answers are ${JSON.stringify(texts)}`);
    });
  },
});
