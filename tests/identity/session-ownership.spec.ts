import { createHttp } from '@earworm/client';
import { type ErrorCode, RefusedError, type Tokens } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { newAccount, newGuest, newRegisteredUser, signedIn } from '../e2e/support/members.js';
import { FIRST_ADMIN } from '../harness/prepared-data.js';
import { describeWithProvider } from './support/describe-with-provider.js';

describeWithProvider('session ownership', ({ product }) => {
  const baseUrl = product.url;
  const http = createHttp({ baseUrl });
  const codeOf = (error: unknown): ErrorCode | 'unknown' => (error instanceof RefusedError ? error.code : 'unknown');
  const refresh = ({ refresh_token: refreshToken }: Tokens) => http.call('refresh', { body: { refreshToken } });
  const refreshed = (tokens: Tokens) => refresh(tokens).then(() => 'refreshed', codeOf);
  const isSignedIn = ({ access_token: token }: Tokens) =>
    createHttp({ baseUrl, token: () => Promise.resolve(token) })
      .call('history')
      .then(
        () => true,
        (error: unknown) => codeOf(error) !== 'token-expired',
      );

  /** A browser that keeps its cookies. */
  function newBrowser() {
    const cookies = new Map<string, string>();
    const withCookies: typeof fetch = async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '));
      const answer = await fetch(url, { ...init, headers });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      return answer;
    };
    return createHttp({ baseUrl, fetch: withCookies });
  }

  it('lets the owner sign in on a known browser while other clients guess the password', async () => {
    const browser = newBrowser();
    const account = newAccount('owner');
    await browser.call('signUp', { body: { displayName: 'Ada', ...account } });
    const guess = (password: string) =>
      http.call('signIn', { body: { email: account.email, password } }).then(() => 'in', codeOf);
    const guesses = await Promise.all(Array.from({ length: 40 }, () => guess('guessed')));
    expect([...new Set(guesses)].sort()).toEqual(['invalid-credential', 'limit-sign-in']);
    const { access_token: token } = await browser.call('signIn', { body: account });
    expect(decodeJwt(token)['email']).toBe(account.email.toLowerCase());
  });

  it('refuses an unknown e-mail and a wrong password alike', async () => {
    const { account } = await newRegisteredUser(baseUrl, 'known');
    for (const email of [account?.email ?? '', newAccount('unknown').email]) {
      const refused = http.call('signIn', { body: { email, password: 'wrong-one' } });
      await expect(refused).rejects.toMatchObject({
        message: 'Invalid email or password. Please check your credentials and try again.',
      });
    }
  });

  it('ends a session by signing out, on this browser alone', async () => {
    const { account, tokens } = await newRegisteredUser(baseUrl, 'leaving');
    const elsewhere = await signedIn(baseUrl, account ?? { email: '', password: '' });
    await http.call('signOut', { body: { refreshToken: tokens.refresh_token } });
    expect(await refreshed(tokens)).toBe('token-expired');
    await eventually(async () => expect(await isSignedIn(tokens)).toBe(false));
    expect(await isSignedIn(elsewhere.tokens)).toBe(true);
    expect(await refreshed(elsewhere.tokens)).toBe('refreshed');
  });

  it('ends only this guest’s session by signing out', async () => {
    const [leaving, staying] = await Promise.all([newGuest(baseUrl), newGuest(baseUrl)]);
    const renewed = await refresh(staying.tokens);
    expect(decodeJwt(renewed.access_token).sub).toBe(staying.userId);
    await http.call('signOut', { body: { refreshToken: leaving.tokens.refresh_token } });
    expect(await refreshed(leaving.tokens)).toBe('token-expired');
    await eventually(async () => expect(await isSignedIn(leaving.tokens)).toBe(false));
    expect(await isSignedIn(staying.tokens)).toBe(true);
  });

  it('puts the same claims of a user into every token', async () => {
    const { account, tokens, userId } = await newRegisteredUser(baseUrl, 'Ada & “Bob” <x> 🎵');
    for (const { access_token: token } of [tokens, await refresh(tokens)]) {
      const claims = decodeJwt(token);
      expect(claims).toMatchObject({
        sub: userId,
        aud: 'earworm',
        name: 'Ada & “Bob” <x> 🎵',
        email: account?.email.toLowerCase(),
        sid: expect.any(String),
        realm_access: { roles: ['registered'] },
      });
    }
    const guest = await newGuest(baseUrl);
    expect(decodeJwt(guest.tokens.access_token)).toMatchObject({
      sub: guest.userId,
      aud: 'earworm',
      name: 'Guest',
      realm_access: { roles: ['guest'] },
    });
  });

  it('ends every session of an account whose password is reset by a mailed link', async () => {
    const { account, tokens } = await newRegisteredUser(baseUrl, 'forgetful');
    const email = account?.email ?? '';
    await http.call('reset', { body: { email } });
    const admin = await signedIn(baseUrl, FIRST_ADMIN);
    const link = await eventually(async () => {
      const mail = (await admin.http.call('outbox')).mails.find(({ to }) => to === email.toLowerCase());
      const found = /\?reset=(\S+)/.exec(mail?.text ?? '')?.[1];
      if (found === undefined) throw new Error('no link was written yet');
      return found;
    });
    await http.call('resetConfirm', { body: { token: link, password: 'another-secret' } });
    expect(await refreshed(tokens)).toBe('token-expired');
    await eventually(async () => expect(await isSignedIn(tokens)).toBe(false));
    await expect(http.call('signIn', { body: account ?? { email, password: '' } })).rejects.toMatchObject({
      code: 'invalid-credential',
    });
    const again = await signedIn(baseUrl, { email, password: 'another-secret' });
    expect(await isSignedIn(again.tokens)).toBe(true);
    await expect(
      http.call('resetConfirm', { body: { token: link, password: 'a-third-secret' } }),
    ).rejects.toMatchObject({ code: 'reset-link-invalid' });
  });
});
