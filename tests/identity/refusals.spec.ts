import { beforeAll, expect, it } from '@jest/globals';
import { ERRORS, PATHS, type RouteName } from '@earworm/contracts';
import { newAccount, newRegisteredUser } from '../e2e/support/members.js';
import type { Account } from '../e2e/support/sign-in-dialog.js';
import { describeWithProvider } from './support/describe-with-provider.js';

const INVALID = 'Invalid email or password. Please check your credentials and try again.';
const MALFORMED = 'Invalid email format. Please enter a valid email.';

describeWithProvider('refusals of account routes', ({ product }) => {
  let taken: Account;
  beforeAll(async () => {
    const { account } = await newRegisteredUser(product.url, 'Eve');
    taken = account ?? newAccount('Eve');
  });

  const refusalOf = async (route: RouteName, body: object) => {
    const response = await fetch(product.url + PATHS[route].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { code?: string; message?: string }) };
  };
  const signUp = (change: object) => ({ displayName: 'Ada', ...newAccount('Ada'), ...change });

  it.each([
    ['signIn', 'with a wrong password', () => ({ ...taken, password: 'not-hers' }), 'invalid-credential', INVALID],
    ['signIn', 'with an unknown e-mail', () => newAccount('Unknown'), 'invalid-credential', INVALID],
    ['signIn', 'without an e-mail', () => ({ email: '', password: 'x' }), 'email-required', 'Email is required'],
    ['signIn', 'with what is no e-mail', () => ({ email: 'eve', password: 'x' }), 'invalid-email', MALFORMED],
    [
      'signUp',
      'with the e-mail of another user, in another case',
      () => signUp({ email: taken.email.toUpperCase() }),
      'email-already-in-use',
      'Email already in use. Please use a different email or sign in.',
    ],
    [
      'signUp',
      'with a password of five characters',
      () => signUp({ password: '5-let' }),
      'weak-password',
      'Password is too weak. Please use at least 6 characters.',
    ],
    [
      'signUp',
      'with a password that many use',
      () => signUp({ password: 'password1' }),
      'password-too-common',
      'This password is too common and easy to guess. Please choose another one.',
    ],
    ['signUp', 'with what is no e-mail', () => signUp({ email: 'ada@' }), 'invalid-email', MALFORMED],
    [
      'signUp',
      'without a name',
      () => signUp({ displayName: ' ' }),
      'display-name-required',
      'Display name is required',
    ],
    [
      'signUp',
      'with a control character in the name',
      () => signUp({ displayName: 'A\u0007da' }),
      'display-name-invalid',
      'A display name cannot contain control characters.',
    ],
    ['reset', 'for what is no e-mail', () => ({ email: 'eve' }), 'invalid-email', MALFORMED],
    [
      'resetConfirm',
      'with a link that there never was',
      () => ({ token: 'nonsense', password: 'a-new-secret' }),
      'reset-link-invalid',
      'This reset link is no longer valid. Please request a new one.',
    ],
    [
      'refresh',
      'with a token that is none',
      () => ({ refreshToken: 'nonsense' }),
      'token-expired',
      'Your session has ended. Please sign in again.',
    ],
  ] as const)('%s %s is refused with the code and the sentence of the table', async (route, _, body, code, message) => {
    expect(await refusalOf(route, body())).toMatchObject({ status: ERRORS[code].http, code, message });
  });

  it('an account signs in with its e-mail in any case and with spaces around it', async () => {
    const typed = { ...taken, email: ` ${taken.email.toUpperCase()} ` };
    expect(await refusalOf('signIn', typed)).toMatchObject({ status: 200, token_type: 'Bearer' });
  });

  it('a reset is answered alike for an e-mail that is known and one that is not', async () => {
    const refusal = await refusalOf('reset', { email: taken.email });
    expect([refusal.status, refusal]).toEqual([200, await refusalOf('reset', { email: newAccount('Unknown').email })]);
  });
});
