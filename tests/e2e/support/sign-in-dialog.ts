/// <reference lib="dom" />
import type { Person } from './person.js';

export interface Account {
  readonly email: string;
  readonly password: string;
}
/** The open sign-in dialog. */
export const signInDialogOf = (person: Person) => {
  const dialog = person.page.getByRole('dialog');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const type = (label: string, text: string) => dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
  return {
    dialog,
    press,
    type,
    async guest() {
      await press('Continue as Guest');
      await dialog.waitFor({ state: 'detached' });
    },
    async signIn({ email, password }: Account) {
      await type('Email', email);
      await type('Password', password);
      await press('Sign In');
    },
    async signUp({ email, password }: Account, confirm = password) {
      await type('Display Name', person.name);
      await type('Email', email);
      await type('Password', password);
      await type('Confirm Password', confirm);
      await press('Create Account');
    },
  };
};
