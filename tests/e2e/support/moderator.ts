import type { Person } from './person.js';

interface TypedQuestion {
  readonly link: string;
  readonly answer: string;
  readonly song?: string;
}

/** What a moderator does, from the form to the end of the game. */
export const moderatorOf = (person: Person) => {
  const { page, name } = person;
  return {
    person,
    async createGame(how: 'Create Game' | 'Try the starter quiz' = 'Create Game') {
      await page.goto('/');
      await page.getByRole('tab', { name: 'Create Game' }).click();
      await page.getByLabel('Moderator Name').fill(name);
      await page.getByRole('tabpanel').getByRole('button', { name: how }).click();
    },
    async addCategory(category: string) {
      await page.getByLabel('New Category').fill(category);
      await page.getByRole('button', { name: 'Add Category' }).click();
      await page.getByRole('region', { name: category }).waitFor();
    },
    async openQuestion(category: string) {
      const region = page.getByRole('region', { name: category });
      // A category far out of sight has no buttons yet.
      await region.scrollIntoViewIfNeeded();
      await region.getByRole('button', { name: 'Add Question' }).click();
    },
    async typeQuestion({ link, answer, song = '' }: TypedQuestion) {
      await page.getByLabel('YouTube Link').fill(link);
      await page.getByRole('textbox', { name: 'Answer' }).fill(answer);
      await page.getByLabel('Song Name').fill(song);
      await page.getByRole('button', { name: 'Save Question' }).click();
      await this.endQuestions();
    },
    /** Closes the form of the category, which stays open for the next question after one was added. */
    async endQuestions() {
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await page.getByRole('button', { name: 'Save Question' }).waitFor({ state: 'detached' });
    },
    async gameCode(): Promise<string> {
      const spoken = await page
        .getByText(/^Game code( [A-Z2-9]){6}$/)
        .first()
        .textContent();
      return (spoken ?? '').replace('Game code', '').replace(/ /g, '');
    },
    /** Also without players, which is asked about first. */
    async start() {
      await page.getByRole('button', { name: 'Start Game' }).click();
      const question = page.getByRole('dialog', { name: 'Start without players?' });
      await question.or(page.getByTestId('pick-panel')).first().waitFor();
      if (await question.isVisible()) await this.confirm('Start Game');
      await page.getByTestId('pick-panel').waitFor();
    },
    /** `Eighties for 100` */
    async pick(tile: string) {
      await page.getByRole('button', { name: tile, exact: true }).click();
      await page.getByTestId('round-panel').waitFor();
    },
    /** The first question that is open. */
    async pickAny() {
      await page
        .getByRole('button', { name: / for \d+$/ })
        .and(page.locator(':enabled'))
        .first()
        .click();
      await page.getByTestId('round-panel').waitFor();
    },
    async judge(verdict: 'Right' | 'Wrong' | 'Nobody') {
      await page
        .getByTestId('round-panel')
        // On a phone.
        .or(page.getByTestId('dock'))
        .getByRole('button', { name: new RegExp(`^${verdict}`) })
        .click();
    },
    async first(player: string) {
      await page.getByTestId('first').getByText(player, { exact: true }).waitFor();
    },
    /** On a phone the desk's bar keeps these in its menu. */
    async choose(action: 'Announce…' | 'End game' | 'Pause game' | 'Leave desk' | 'Time trial' | 'Copy link') {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    },
    /** Closes the open menu with the keyboard, once it has the focus. */
    async closeMenu() {
      const menu = page.getByRole('menu');
      await menu.press('Escape');
      await menu.waitFor({ state: 'detached' });
    },
    async confirm(yes: string) {
      await page.getByRole('dialog').getByRole('button', { name: yes, exact: true }).click();
    },
  };
};
export type Moderator = ReturnType<typeof moderatorOf>;
