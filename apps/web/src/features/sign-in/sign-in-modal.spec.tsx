import { describe, expect, it } from '@jest/globals';
import { RefusedError, type RouteName, type RouteReply } from '@earworm/contracts';
import { act, screen, within } from '@testing-library/react';
import { readTokens } from '../../platform/session/tokens.js';
import { askForNewPassword, askToSignIn, askToSignUp } from '../../platform/session/sign-in-prompt.js';
import { useSession } from '../../platform/session/session.js';
import { gateway } from '../../testing/fake-gateway.js';
import { dialog, draw, fill, pass, press, submit, valueOf } from '../../testing/user-actions.js';
import { signInAs, type TestUser, tokenOf } from '../../testing/render.js';
import { AdminAuthTestPage } from './admin-auth-test-page.js';

const EVE = { email: 'eve@example.com', password: 'secret-of-eve' };
const ADMIN_HINT =
  'Admins: the password of the first account was printed once, when the server started for the first time.';
const tokensOf = (user: TestUser): RouteReply<'signIn'> => ({
  ...{ access_token: tokenOf(user), refresh_token: 'r', token_type: 'Bearer' },
  ...{ expires_in: 300, refresh_expires_in: 3_600 },
});
const userNow = () => useSession.getState().user;

/** Opens the modal; resolves with whether a user has signed in. */
async function ask(...why: Parameters<typeof askToSignIn>) {
  await draw(<p>A page</p>);
  const answer = askToSignIn(...why);
  await pass();
  return { answer, modal: await dialog('Sign In') };
}
/** The refusals that a form shows in its own place, as they are read out. */
const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map((alert) => alert.textContent)
    .filter((text) => text !== '');

/** All that the dialog complains of: refusals, and what stands at its fields. */
const complaints = () => [
  ...alerts(),
  ...[...document.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent),
];

async function submitWith(button: string, typed: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(typed)) await fill(label, value);
  await press(button);
}
const signIn = (typed = EVE) => submitWith('Sign In', { Email: typed.email, Password: typed.password });
const signUp = (more: Readonly<Record<string, string>> = {}) =>
  submitWith('Create Account', {
    'Display Name': 'Eve',
    Email: EVE.email,
    Password: EVE.password,
    'Confirm Password': EVE.password,
    ...more,
  });

describe('the sign-in modal', () => {
  it('gives the reason for a sign-in in each mode but the reset', async () => {
    const { modal } = await ask('sign-in-to-create');
    modal.getByText('You must be logged in to create a game');
    await press('Need an account?');
    within(await screen.findByRole('dialog', { name: 'Create Account' })).getByText(
      'You must be logged in to create a game',
    );
    await press('Already have an account?');
    await press('Forgot Password?');
    expect((await dialog('Reset Password')).queryByText('You must be logged in to create a game')).toBeNull();
    await press('Back to Sign In');
    await dialog('Sign In');
  });

  it('resolves to false when it is closed', async () => {
    const { answer, modal } = await ask();
    await press('Close', modal);
    expect(await answer).toBe(false);
  });

  it('closes after a sign-in, and keeps the tokens', async () => {
    const { answer } = await ask();
    gateway.answer('signIn', tokensOf({ id: 'eve', name: 'Eve' }));
    await signIn({ ...EVE, email: ` ${EVE.email} ` });
    expect(await answer).toBe(true);
    expect(gateway.inputsOf('signIn')[0]?.body).toEqual(EVE);
    expect(userNow()).toMatchObject({ id: 'eve', name: 'Eve', isGuest: false, isAdmin: false });
    expect(readTokens()?.refresh).toBe('r');
  });

  it('signs a guest in with one press', async () => {
    const { answer } = await ask();
    gateway.answer('guest', tokensOf({ id: 'guest-1', name: 'whoever', roles: ['guest'] }));
    await press('Continue as Guest');
    expect(await answer).toBe(true);
    expect(userNow()).toMatchObject({ name: 'Guest', isGuest: true });
  });

  it('creates an account with a display name and signs it in', async () => {
    const { answer } = await ask();
    await press('Need an account?');
    gateway.answer('signUp', tokensOf({ id: 'eve', name: 'Eve' }));
    await signUp({ 'Display Name': ' Eve ' });
    expect(await answer).toBe(true);
    expect(gateway.inputsOf('signUp')[0]?.body).toEqual({ displayName: 'Eve', ...EVE });
    expect(userNow()?.name).toBe('Eve');
  });

  it('sends a reset link and says so', async () => {
    await ask();
    await press('Forgot Password?');
    gateway.answer('reset', {});
    await submitWith('Send Reset Link', { Email: EVE.email });
    expect(screen.getByText('Password reset email sent. Check your inbox!').closest('[role="status"]')).not.toBeNull();
    expect(gateway.inputsOf('reset')[0]?.body).toEqual({ email: EVE.email });
  });

  it('sets a new password by the link of a mail, and asks to sign in with it', async () => {
    await draw(<p>A page</p>);
    void askForNewPassword('a-token-of-a-mail');
    await pass();
    await dialog('Choose a New Password');
    gateway.answer('resetConfirm', {});
    await submitWith('Set New Password', { 'New Password': 'short', 'Confirm Password': 'other' });
    expect(complaints()).toEqual(['Password must be at least 6 characters']);
    await submitWith('Set New Password', { 'New Password': 'secret', 'Confirm Password': 'other' });
    expect(complaints()).toEqual(['Passwords do not match']);
    expect(gateway.inputsOf('resetConfirm')).toEqual([]);
    await submitWith('Set New Password', { 'New Password': 'secret', 'Confirm Password': 'secret' });
    expect(gateway.inputsOf('resetConfirm')[0]?.body).toEqual({ token: 'a-token-of-a-mail', password: 'secret' });
    (await dialog('Sign In')).getByText('Your password has been changed. Sign in with the new one.');
  });

  it('adds who to ask when the server sends no e-mail', async () => {
    await ask();
    await press('Forgot Password?');
    gateway.answer('reset', { sendsMail: false });
    await submitWith('Send Reset Link', { Email: EVE.email });
    const notice = screen.getByText('This server cannot send email. Ask the person who runs it.');
    expect(notice.closest('[role="status"]')?.textContent).toBe(
      'Password reset email sent. Check your inbox!This server cannot send email. Ask the person who runs it.',
    );
  });

  it('offers no single sign-on without an external provider, nor before the server has named one', async () => {
    const release = gateway.hold('about');
    const { modal } = await ask();
    expect(modal.queryByRole('button', { name: /single sign-on/ })).toBeNull();
    release();
    await pass();
    expect(gateway.inputsOf('about')).toHaveLength(1);
    expect(modal.queryByText(/single sign-on/i)).toBeNull();
  });

  it('offers single sign-on with an external provider, and says that it needs a secure address', async () => {
    gateway.answer('about', { publicUrl: null, lanUrl: null, singleSignOn: true });
    const { modal } = await ask();
    expect(modal.getByRole('button', { name: 'Continue with single sign-on' }).hasAttribute('disabled')).toBe(true);
    modal.getByText('Single sign-on needs a secure address (https).');
  });

  it('closes after a sign-in in another tab', async () => {
    const { answer } = await ask();
    const { access_token: access, refresh_token: refresh } = tokensOf({ id: 'eve', name: 'Eve' });
    localStorage.setItem('earworm.tokens', JSON.stringify({ access, refresh, expiresAt: Date.now() + 60_000 }));
    dispatchEvent(new StorageEvent('storage', { key: 'earworm.tokens' }));
    expect(await answer).toBe(true);
  });
});

describe('the sign-in modal for a guest', () => {
  const GUEST: TestUser = { id: 'guest-1', name: 'guest-1', roles: ['guest'] };
  const upgraded: TestUser = { id: 'guest-1', name: 'Eve' };
  /** The modal, opened for a guest with the form for a new account. */
  async function askGuest(): Promise<{ answer: Promise<boolean> }> {
    await draw(<p>A page</p>);
    signInAs(GUEST);
    const answer = askToSignUp();
    await pass();
    await dialog('Create Account');
    return { answer };
  }

  it('never offers to continue as a guest', async () => {
    await askGuest();
    expect(screen.queryByText('Continue as Guest')).toBeNull();
    await press('Already have an account?');
    await dialog('Sign In');
    expect(screen.queryByText('Continue as Guest')).toBeNull();
  });

  it('shows the guest’s token with a sign-up and with a sign-in, and closes', async () => {
    const { answer } = await askGuest();
    gateway.answer('signUp', tokensOf(upgraded));
    await signUp();
    expect(await answer).toBe(true);
    expect(gateway.tokensOf('signUp')).toEqual([tokenOf(GUEST)]);
    expect(userNow()).toMatchObject({ id: 'guest-1', name: 'Eve', isGuest: false });
  });

  it('says that what the guest has is on its way to the account, and what has arrived', async () => {
    await askGuest();
    await press('Already have an account?');
    gateway.answer('signIn', tokensOf({ id: 'eve', name: 'Eve' }));
    const move = { startedAt: 1, templates: 0, games: 0 };
    gateway.answer('guestMoves', { moves: [{ ...move, done: false }] });
    await signIn();
    await pass();
    screen.getByText('Moving your games and templates…');
    await pass(1_000);
    gateway.disconnect('guestMoves');
    await pass(1_000);
    screen.getByText('Moving your games and templates…');
    gateway.answer('guestMoves', { moves: [{ ...move, done: true, templates: 3, games: 1 }] });
    await pass(1_000);
    screen.getByText('Moved to your account: 3 templates, 1 game');
    const callsBefore = gateway.inputsOf('guestMoves').length;
    await pass(5_000);
    expect(gateway.inputsOf('guestMoves')).toHaveLength(callsBefore);
  });

  it('asks for no move after a sign-up: the guest has become the account', async () => {
    await askGuest();
    gateway.answer('signUp', tokensOf(upgraded));
    await signUp();
    await pass(5_000);
    expect(gateway.inputsOf('guestMoves')).toEqual([]);
  });

  it('sends no token of an account', async () => {
    await draw(<p>A page</p>);
    signInAs({ id: 'pat', name: 'Pat' });
    void askToSignIn();
    await pass();
    gateway.answer('signIn', tokensOf({ id: 'eve', name: 'Eve' }));
    await signIn();
    expect(gateway.tokensOf('signIn')).toEqual([null]);
  });

  it('renews a token that the server refuses, and sends what was typed again with the new one', async () => {
    const { answer } = await askGuest();
    const renewed = { ...GUEST, email: 'renewed' };
    gateway.answer('refresh', tokensOf(renewed));
    gateway.answer('signUp', () => {
      if (gateway.tokensOf('signUp').length === 1) throw new RefusedError('token-expired');
      return tokensOf(upgraded);
    });
    await signUp();
    expect(await answer).toBe(true);
    expect(gateway.tokensOf('signUp')).toEqual([tokenOf(GUEST), tokenOf(renewed)]);
  });

  it('makes a new account when the guest’s session is over', async () => {
    const { answer } = await askGuest();
    gateway.refuse('refresh', 'token-expired');
    gateway.answer('signUp', () => {
      if (gateway.tokensOf('signUp').length === 1) throw new RefusedError('token-expired');
      return tokensOf({ id: 'eve', name: 'Eve' });
    });
    await signUp();
    expect(await answer).toBe(true);
    expect(gateway.tokensOf('signUp')).toEqual([tokenOf(GUEST), null]);
  });

  it('keeps the guest signed in when their token ends before the answer to the sign-up has come', async () => {
    await askGuest();
    gateway.answer('signUp', tokensOf(upgraded));
    gateway.refuse('refresh', 'token-expired');
    const release = gateway.hold('signUp');
    await signUp();
    const doubted = useSession.getState().doubted();
    await pass();
    expect(userNow()?.id).toBe('guest-1');
    release();
    await act(() => doubted);
    expect(userNow()).toMatchObject({ id: 'guest-1', isGuest: false });
  });

  it('closes when the guest has created an account in another tab', async () => {
    const { answer } = await askGuest();
    signInAs(upgraded);
    expect(await answer).toBe(true);
  });
});

describe('what the sign-in form says before anything is sent', () => {
  it('shows the password by a button that Tab reaches', async () => {
    const { modal } = await ask();
    const show = modal.getByRole('button', { name: 'Show password' });
    expect(show.tabIndex).toBe(0);
  });

  it('asks for an e-mail address and a password, one after the other', async () => {
    await ask();
    await signIn({ email: ' ', password: '' });
    expect(complaints()).toEqual(['Email is required']);
    await signIn({ email: 'eve', password: '' });
    expect(complaints()).toEqual(['Invalid email format. Please enter a valid email.']);
    await fill('Email', EVE.email);
    expect(complaints()).toEqual([]);
    await press('Sign In');
    expect(complaints()).toEqual(['Please enter your password.']);
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(gateway.inputsOf('signIn')).toEqual([]);
  });

  it('asks for every field of a new account, a password of six characters, and the same twice', async () => {
    await ask();
    await press('Need an account?');
    const wrong = { 'Display Name': ' ', Email: '', Password: 'short', 'Confirm Password': 'other' };
    for (const [mended, sentence] of [
      [{}, 'Display name is required'],
      [{ 'Display Name': 'Eve' }, 'Email is required'],
      [{ Email: 'eve' }, 'Invalid email format. Please enter a valid email.'],
      [{ Email: EVE.email }, 'Password must be at least 6 characters'],
      [{ Password: EVE.password }, 'Passwords do not match'],
    ] as const) {
      await signUp(Object.assign(wrong, mended));
      expect(complaints()).toEqual([sentence]);
    }
    expect(gateway.inputsOf('signUp')).toEqual([]);
    await fill('Display Name', '🇧🇷'.repeat(21));
    expect(valueOf('Display Name')).toBe('🇧🇷'.repeat(20));
  });

  it('takes a password of six characters', async () => {
    await ask();
    await press('Need an account?');
    gateway.answer('signUp', tokensOf({ id: 'eve', name: 'Eve' }));
    await signUp({ Password: '123456', 'Confirm Password': '123456' });
    expect(gateway.inputsOf('signUp')).toHaveLength(1);
  });
});

describe('what the sign-in modal says when the server refuses', () => {
  const forms: Readonly<Record<string, { open: () => Promise<unknown>; send: () => Promise<void> }>> = {
    signIn: { open: () => ask(), send: () => signIn() },
    guest: { open: () => ask(), send: () => press('Continue as Guest') },
    signUp: {
      open: async () => {
        await ask();
        await press('Need an account?');
      },
      send: () => signUp(),
    },
    reset: {
      open: async () => {
        await ask();
        await press('Forgot Password?');
      },
      send: () => submitWith('Send Reset Link', { Email: EVE.email }),
    },
    resetConfirm: {
      open: async () => {
        await draw(<p>A page</p>);
        void askForNewPassword('a-token-of-a-mail');
        await pass();
      },
      send: () => submitWith('Set New Password', { 'New Password': 'secret', 'Confirm Password': 'secret' }),
    },
  };

  it.each([
    ['signIn', 'invalid-credential', 'Invalid email or password. Please check your credentials and try again.'],
    ['signIn', 'invalid-email', 'Invalid email format. Please enter a valid email.'],
    ['signIn', 'user-disabled', 'This account has been disabled. Please contact support.'],
    ['signIn', 'sign-in-failed', 'Failed to sign in'],
    ['signIn', 'limit-sign-in', 'Too many attempts. Please wait 30 seconds before trying again.'],
    ['signUp', 'email-already-in-use', 'Email already in use. Please use a different email or sign in.'],
    ['signUp', 'weak-password', 'Password is too weak. Please use at least 6 characters.'],
    ['signUp', 'password-too-common', 'This password is too common and easy to guess. Please choose another one.'],
    ['signUp', 'display-name-invalid', 'A display name cannot contain control characters.'],
    ['signUp', 'invalid-email', 'Invalid email format. Please enter a valid email.'],
    ['signUp', 'sign-up-failed', 'Failed to create account'],
    ['reset', 'reset-failed', 'Failed to send reset email'],
    ['reset', 'limit-sign-in', 'Too many attempts. Please wait 30 seconds before trying again.'],
    ['guest', 'guest-failed', 'Failed to sign in as guest'],
    ['resetConfirm', 'reset-link-invalid', 'This reset link is no longer valid. Please request a new one.'],
    ['resetConfirm', 'weak-password', 'Password is too weak. Please use at least 6 characters.'],
    [
      'resetConfirm',
      'password-too-common',
      'This password is too common and easy to guess. Please choose another one.',
    ],
  ] as const)('%s refused with %s: %s', async (route, code, sentence) => {
    await forms[route]!.open();
    gateway.refuse(route, code, { n: 30 });
    await forms[route]!.send();
    expect(alerts()).toEqual([sentence]);
    expect(userNow()).toBeNull();
  });

  it.each([
    ['signIn', 'Failed to sign in'],
    ['signUp', 'Failed to create account'],
    ['reset', 'Failed to send reset email'],
    ['guest', 'Failed to sign in as guest'],
    ['resetConfirm', 'An authentication error occurred. Please try again.'],
  ] as const)('%s without a network or with a server that fails: %s', async (route: RouteName, sentence) => {
    await forms[route]!.open();
    gateway.disconnect(route);
    await forms[route]!.send();
    expect(alerts()).toEqual([sentence]);
    gateway.refuse(route, 'internal');
    await forms[route]!.send();
    expect(alerts()).toEqual([sentence]);
  });

  it.each(Object.keys(forms) as RouteName[])(
    '%s refused with a code that this page does not know: its own message',
    async (route) => {
      await forms[route]!.open();
      gateway.respond(route, () =>
        Response.json({ code: 'locked-till-monday', message: 'This account is locked until Monday.' }, { status: 403 }),
      );
      await forms[route]!.send();
      expect(alerts()).toEqual(['This account is locked until Monday.']);
      gateway.respond(route, () => Response.json({ code: 'locked-till-monday' }, { status: 403 }));
      await forms[route]!.send();
      expect(alerts()).toEqual(['An authentication error occurred. Please try again.']);
    },
  );

  it('names the wait of the specification when a 429 names none', async () => {
    await ask();
    gateway.refuse('signIn', 'limit-sign-in', {});
    await signIn();
    expect(alerts()).toEqual(['Too many attempts. Please wait 30 seconds before trying again.']);
    gateway.respond('guest', () => new Response('<html>Too Many Requests</html>', { status: 429 }));
    await press('Continue as Guest');
    expect(alerts()).toEqual(['Too many attempts. Please wait 30 seconds before trying again.']);
  });

  it('shows one error at a time, whichever form or button it comes from', async () => {
    gateway.answer('about', { publicUrl: null, lanUrl: null, singleSignOn: true });
    await ask();
    gateway.refuse('signIn', 'invalid-credential');
    await signIn();
    expect(complaints()).toEqual(['Invalid email or password. Please check your credentials and try again.']);
    gateway.refuse('guest', 'guest-failed');
    await press('Continue as Guest');
    expect(complaints()).toEqual(['Failed to sign in as guest']);
    await fill('Password', '');
    await press('Sign In');
    expect(complaints()).toEqual(['Please enter your password.']);
    await press('Need an account?');
    expect(complaints()).toEqual([]);
  });

  it('leads an account that needs one more step to single sign-on, back to the wanted page', async () => {
    gateway.answer('about', { publicUrl: null, lanUrl: null, singleSignOn: true });
    gateway.refuse('signIn', 'single-sign-on-needed');
    const paths: string[] = [];
    useSession.setState({ signInByRedirect: (path) => Promise.resolve(void paths.push(path)) });
    Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
    try {
      await ask();
      expect(screen.getByText('Also for accounts with a second factor.')).toBeTruthy();
      await signIn();
      expect(paths).toEqual([`${location.pathname}${location.search}`]);
      expect(complaints()).toEqual([]);
    } finally {
      Reflect.deleteProperty(window, 'isSecureContext');
    }
  });

  it.each([
    [
      'invalid-credential',
      'Invalid email or password. Please check your credentials and try again. ' +
        'Does your account have a second factor? Continue with single sign-on.',
    ],
    [
      'invalid-email',
      'Invalid email format. Please enter a valid email. Does your account have none? Continue with single sign-on.',
    ],
    ['user-disabled', 'This account has been disabled. Please contact support.'],
  ] as const)('names single sign-on where it may help after a refusal: %s', async (code, text) => {
    gateway.answer('about', { publicUrl: null, lanUrl: null, singleSignOn: true });
    Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
    try {
      await ask();
      gateway.refuse('signIn', code);
      await signIn({ email: 'admin@example.com', password: 'x' });
      expect(complaints()).toEqual([text]);
    } finally {
      Reflect.deleteProperty(window, 'isSecureContext');
    }
  });

  it.each([
    [false, 'Invalid email format. Please enter a valid email.'],
    [
      true,
      'Invalid email format. Please enter a valid email. Does your account have none? Continue with single sign-on.',
    ],
  ])('tells people who type a user name where they sign in; with single sign-on: %s', async (singleSignOn, text) => {
    gateway.answer('about', { publicUrl: null, lanUrl: null, singleSignOn });
    Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
    try {
      await ask();
      await signIn({ email: 'ada', password: 'x' });
      expect(complaints()).toEqual([text]);
      await signIn({ email: ' ', password: 'x' });
      expect(complaints()).toEqual(['Email is required']);
    } finally {
      Reflect.deleteProperty(window, 'isSecureContext');
    }
  });

  it('names single sign-on to an account that needs one more step where the page is not secure', async () => {
    gateway.answer('about', { publicUrl: null, lanUrl: null, singleSignOn: true });
    gateway.refuse('signIn', 'single-sign-on-needed');
    await ask();
    await signIn();
    expect(alerts()).toEqual(['This account needs one more step. Continue with single sign-on.']);
  });

  it('keeps what was typed, and signs in when it is sent again', async () => {
    const { answer } = await ask();
    gateway.disconnect('signIn');
    await signIn();
    expect([valueOf('Email'), valueOf('Password')]).toEqual([EVE.email, EVE.password]);
    gateway.answer('signIn', tokensOf({ id: 'eve', name: 'Eve' }));
    await submit(screen.getByLabelText('Email'));
    expect(await answer).toBe(true);
  });

  it('adds a hint for addresses that look like an administrator’s, for refused credentials only', async () => {
    await ask();
    gateway.refuse('signIn', 'invalid-credential');
    await signIn({ email: 'admin@example.com', password: 'x' });
    expect(alerts()).toEqual([`Invalid email or password. Please check your credentials and try again. ${ADMIN_HINT}`]);
    gateway.refuse('signIn', 'user-disabled');
    await press('Sign In');
    expect(alerts()).toEqual(['This account has been disabled. Please contact support.']);
  });
});

describe('guest sign-in while the server is full', () => {
  const WAIT = 'Many people are joining right now. You will be signed in as soon as there is room.';
  const GUEST: TestUser = { id: 'guest-1', name: 'whoever', roles: ['guest'] };
  const guestCalls = () => gateway.inputsOf('guest').length;
  /** Seconds until the next attempt by itself; the clock stands there afterwards. */
  const secondsToNext = async (): Promise<number> => {
    const [before, startedAt] = [guestCalls(), Date.now()];
    while (guestCalls() === before) await pass(500);
    return (Date.now() - startedAt) / 1_000;
  };

  it('shows the wait, and signs the guest in when there is capacity', async () => {
    const { answer, modal } = await ask('sign-in-to-join');
    gateway.refuse('guest', 'guest-wait', { n: 4 });
    await press('Continue as Guest');
    expect(modal.getByText(WAIT).closest('[role="status"]')).not.toBeNull();
    expect(alerts()).toEqual([]);
    modal.getByText(/^Trying again in [456] seconds$/);
    gateway.answer('guest', tokensOf(GUEST));
    await pass(6_000);
    expect(await answer).toBe(true);
    expect([guestCalls(), userNow()?.isGuest]).toEqual([2, true]);
  });

  it('retries after pauses that double up to a minute, and are never shorter than the server says', async () => {
    await ask();
    gateway.refuse('guest', 'guest-wait', { n: 5 });
    await press('Continue as Guest');
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) pauses.push(await secondsToNext());
    for (const [attempt, least] of [5, 10, 20, 40, 60, 60].entries()) {
      expect(pauses[attempt]).toBeGreaterThanOrEqual(least);
      expect(pauses[attempt]).toBeLessThanOrEqual(least * 1.5 + 0.5);
    }
    gateway.refuse('guest', 'guest-wait', { n: 300 });
    await secondsToNext();
    expect(await secondsToNext()).toBeGreaterThanOrEqual(300);
  });

  it('retries at once when asked, and waits on when the server is too busy, limits it or cannot be reached', async () => {
    const { answer, modal } = await ask();
    gateway.refuse('guest', 'busy');
    await press('Continue as Guest');
    for (const refuse of [
      () => gateway.refuse('guest', 'limit-sign-in', { n: 9 }),
      () => gateway.disconnect('guest'),
      () => gateway.refuse('guest', 'guest-wait'),
    ]) {
      refuse();
      const before = guestCalls();
      await press('Try again now');
      expect(guestCalls()).toBe(before + 1);
      modal.getByText(WAIT);
      expect(alerts()).toEqual([]);
    }
    gateway.answer('guest', tokensOf(GUEST));
    await press('Try again now');
    expect(await answer).toBe(true);
  });

  it('shows another failure, and retries no more', async () => {
    const { modal } = await ask();
    gateway.refuse('guest', 'guest-wait', { n: 4 });
    await press('Continue as Guest');
    gateway.refuse('guest', 'guest-failed');
    await press('Try again now');
    expect([alerts(), modal.queryByText(WAIT)]).toEqual([['Failed to sign in as guest'], null]);
    await pass(120_000);
    expect(guestCalls()).toBe(2);
  });

  it('ends the retries once the dialog is closed', async () => {
    const { modal } = await ask();
    gateway.refuse('guest', 'guest-wait', { n: 4 });
    await press('Continue as Guest');
    await press('Close', modal);
    await pass(120_000);
    expect(guestCalls()).toBe(1);
  });

  it('keeps a user who has signed in meanwhile', async () => {
    const { answer } = await ask();
    const release = gateway.hold('guest');
    await press('Continue as Guest');
    gateway.answer('signIn', tokensOf({ id: 'eve', name: 'Eve' }));
    await signIn();
    expect(await answer).toBe(true);
    gateway.answer('guest', tokensOf(GUEST));
    release();
    await pass();
    expect(userNow()?.id).toBe('eve');
  });

  it('shows the wait in German', async () => {
    await draw(<p>Eine Seite</p>, { language: 'de' });
    void askToSignIn();
    await pass();
    gateway.refuse('guest', 'guest-wait', { n: 1 });
    await press('Als Gast weiter');
    screen.getByText('Gerade kommen sehr viele dazu. Du wirst angemeldet, sobald Platz ist.');
    screen.getByRole('button', { name: 'Jetzt erneut versuchen' });
  });
});

describe('the sign-in of an account that looks like an admin’s', () => {
  it('refreshes the token three times, a second apart, and makes the user an admin once the token says so', async () => {
    const pat = { id: 'pat', name: 'Pat', email: 'pat@admin.example' };
    await ask();
    gateway.answer('signIn', tokensOf(pat));
    const calledAt: number[] = [];
    gateway.answer('refresh', () => {
      calledAt.push(Date.now());
      return tokensOf({ ...pat, roles: calledAt.length < 3 ? ['registered'] : ['registered', 'admin'] });
    });
    const signedInAt = Date.now();
    await signIn({ ...EVE, email: pat.email });
    for (let second = 0; second < 6; second++) await pass(1_000);
    expect(calledAt.map((at) => Math.round((at - signedInAt) / 1_000))).toEqual([1, 2, 3]);
    expect(userNow()?.isAdmin).toBe(true);
  });

  it('gives up after three refreshes when the token never grants the admin role', async () => {
    const pat = { id: 'pat', name: 'Pat', email: 'pat@admin.example' };
    await ask();
    gateway.answer('signIn', tokensOf(pat));
    let calls = 0;
    gateway.answer('refresh', () => {
      calls++;
      return tokensOf({ ...pat, roles: ['registered'] });
    });
    await signIn({ ...EVE, email: pat.email });
    for (let second = 0; second < 10; second++) await pass(1_000);
    expect(calls).toBe(3);
    expect(userNow()?.isAdmin).toBe(false);
  });
});

describe('the admin login test page', () => {
  const outcome = () => within(screen.getByRole('status', { name: 'Signed in' }));
  const tryIt = async (email: string) => {
    await fill('Email', email);
    await fill('Password', 'a-password');
    await press('Sign in and show roles');
  };

  it('shows empty fields, and reports that no user is signed in', async () => {
    await draw(<AdminAuthTestPage />);
    outcome().getByText('You are not signed in on this device.');
    expect([valueOf('Email'), valueOf('Password')]).toEqual(['', '']);
  });

  it('shows the roles of the user, and links an admin to the admin pages', async () => {
    await draw(<AdminAuthTestPage />);
    gateway.refuse('signIn', 'invalid-credential');
    await tryIt('admin@earworm.local');
    expect(alerts()[0]).toContain(ADMIN_HINT);
    gateway.answer('signIn', tokensOf({ id: 'ann', name: 'Ann', roles: ['registered', 'admin'] }));
    await tryIt('ann@example.com');
    outcome().getByText('registered, admin');
    outcome().getByText('This account is an admin. The admin pages are available.');
    expect(outcome().getByRole('link', { name: 'Open the admin pages' }).getAttribute('href')).toBe('/analytics');
  });

  it('says of an account without the role that it is not an admin', async () => {
    await draw(<AdminAuthTestPage />);
    gateway.answer('signIn', tokensOf({ id: 'pat', name: 'Pat' }));
    await tryIt('pat@example.com');
    outcome().getByText('This account is not an admin.');
    expect(outcome().queryByRole('link')).toBeNull();
  });
});
