/// <reference lib="dom" />
import { expect } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { newAccount, newRegisteredUser, signedIn } from '../e2e/support/members.js';
import { noteSentences, type Sentences } from '../e2e/support/sentences-shown.js';
import { NOT_REACHED, SPEC_MESSAGES } from '../e2e/support/spec-messages.js';
import { signInDialogOf } from '../e2e/support/sign-in-dialog.js';
import { describeWithProvider } from './support/describe-with-provider.js';

const COMPUTER = { viewport: { width: 1280, height: 800 } };

describeWithProvider('the sign-in dialog', ({ test }) => {
  test('an account is created, signed out and signed in again as the same user', async ({ arrive, product }) => {
    const account = newAccount('Ada');
    const ada = await arrive('Ada', COMPUTER);
    const dialog = signInDialogOf(ada);
    await ada.page.goto('/game-history');
    await dialog.press('Need an account?');
    await dialog.signUp(account);
    await ada.page.getByRole('heading', { name: 'Game History' }).waitFor();
    const header = ada.page.getByRole('banner');
    await header.getByText('Ada', { exact: true }).waitFor();
    const { userId } = await signedIn(product.url, account);
    const subject = () =>
      ada.page.evaluate(() => {
        const { access } = JSON.parse(localStorage.getItem('earworm.tokens') ?? '{}') as { access?: string };
        const payload = (access?.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
        return (JSON.parse(atob(payload)) as { sub?: string }).sub;
      });
    expect(await subject()).toBe(userId);
    await header.getByRole('button', { name: 'Sign Out' }).click();
    await header.getByRole('button', { name: 'Sign In' }).click();
    await dialog.signIn(account);
    await header.getByText('Ada', { exact: true }).waitFor();
    expect(await subject()).toBe(userId);
  });

  test('a wrong password and an unknown e-mail address get the same message, a taken address another', async ({
    arrive,
    product,
  }) => {
    const { account } = await newRegisteredUser(product.url, 'Eve');
    if (!account) throw new Error('a registered user has an account');
    const noted: Sentences = { shown: new Set(), answered: new Set() };
    const eve = await arrive('Eve', {
      prepare: ({ context }) => noteSentences(context, Object.keys(SPEC_MESSAGES), noted),
    });
    const dialog = signInDialogOf(eve);
    const alert = dialog.dialog.getByRole('alert').filter({ hasText: /./ });
    await eve.page.goto('/game-history');
    for (const tried of [newAccount('Unknown'), { ...account, password: 'not-the-password' }]) {
      const refused = eve.page.waitForResponse('**/api/identity/sign-in');
      await dialog.signIn(tried);
      expect(await (await refused).json()).toMatchObject({ code: 'invalid-credential' });
      await alert.getByText('Invalid email or password. Please check your credentials and try again.').waitFor();
    }
    await dialog.press('Need an account?');
    await dialog.signUp(account);
    await alert.getByText('Email already in use. Please use a different email or sign in.').waitFor();
    await dialog.signUp(newAccount('Eve'));
    await eve.page.getByRole('heading', { name: 'Game History' }).waitFor();
    // Of all that the specification quotes these two and no other, and nothing that would tell who has an account.
    await eventually(() =>
      expect([...noted.shown].sort()).toEqual([
        'Email already in use. Please use a different email or sign in.',
        'Invalid email or password. Please check your credentials and try again.',
      ]),
    );
    expect([...noted.answered].filter((sentence) => sentence in NOT_REACHED)).toEqual([]);
  });

  test('a reset mail waits in the outbox when there is no mail server, and its link sets a new password that signs in', async ({
    arrive,
    product,
  }) => {
    const { account } = await newRegisteredUser(product.url, 'Pat');
    if (!account) throw new Error('a registered user has an account');
    const pat = await arrive('Pat');
    const dialog = signInDialogOf(pat);
    await pat.page.goto('/game-history');
    await dialog.press('Forgot Password?');
    await dialog.type('Email', account.email);
    await dialog.press('Send Reset Link');
    await pat.sees('Password reset email sent. Check your inbox!');
    await pat.sees('This server cannot send email. Ask the person who runs it.');

    const ann = await arrive('Ann', { ...COMPUTER, signedInAs: await signedIn(product.url, FIRST_ADMIN) });
    await ann.page.goto('/admin/outbox');
    await ann.sees('No mail server is configured.');
    const mail = ann.page.getByRole('listitem').filter({ hasText: account.email });
    const { pathname, search, hash } = new URL((await mail.getByRole('link').getAttribute('href')) ?? '');
    await pat.page.goto(pathname + search + hash);
    const renewed = { ...account, password: 'another-secret-of-pat' };
    await dialog.type('New Password', renewed.password);
    await dialog.type('Confirm Password', renewed.password);
    await dialog.press('Set New Password');
    await pat.sees('Your password has been changed. Sign in with the new one.');
    await dialog.signIn(account);
    await pat.sees('Invalid email or password. Please check your credentials and try again.');
    await dialog.signIn(renewed);
    await dialog.dialog.waitFor({ state: 'detached' });
    await pat.page.goto('/game-history');
    await pat.page.getByRole('heading', { name: 'Game History' }).waitFor();
  });

  test('an admin is let into the admins’ pages, and a registered user is not', async ({ arrive, registered }) => {
    const pat = await registered('Pat', COMPUTER);
    await pat.page.goto('/admin/outbox');
    await pat.sees('You need an admin account to open that page.');
    const ann = await arrive('Ann', COMPUTER);
    await ann.page.goto('/admin/outbox');
    await signInDialogOf(ann).signIn(FIRST_ADMIN);
    await ann.page.getByRole('heading', { name: 'Mail Outbox' }).waitFor();
    await ann.sees('No mail server is configured.');
  });
});
