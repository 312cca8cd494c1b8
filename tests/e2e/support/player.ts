import { buzzerIn, forgetTransientStates } from './transient-states.js';
import type { BuzzerState, Person } from './person.js';

/** What a player does with their phone. */
export const playerOf = (person: Person) => {
  const { page, name } = person;
  const buzzer = page.getByTestId('buzzer');
  return {
    person,
    buzzer,
    /** Types the code and the name into the join form. */
    async enterCode(code: string) {
      await page.goto('/');
      await this.typeCode(code);
    },
    /** On the home page. */
    async typeCode(code: string) {
      await page.getByLabel('Game Code').fill(code);
      await page.getByLabel('Your Name').fill(name);
    },
    /** Joins without being signed in. */
    async joinAsGuest(code: string) {
      await this.enterCode(code);
      await person.button('Join Game').click();
      await this.becomes('lobby');
    },
    async buzz() {
      await buzzer.dispatchEvent('pointerdown', { button: 0, pointerType: 'touch' });
    },
    async becomes(state: BuzzerState) {
      await buzzerIn(page, state).waitFor();
      await forgetTransientStates(page);
    },
    async score(): Promise<number> {
      const text = await page.getByTestId('own-score').innerText();
      return Number(text.replace(/,/g, '').replace('−', '-'));
    },
    async leave() {
      await page.getByRole('button', { name: 'Leave game' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    },
  };
};
export type Player = ReturnType<typeof playerOf>;
