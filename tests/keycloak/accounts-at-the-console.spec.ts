import { refreshTokens, revocations, signIn, signInAsGuest, signUp, type Tokens } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWithKeycloak } from './support/describe-with-keycloak.js';
import { type IdentityOnKeycloak, startIdentityOn } from './support/running-service.js';

const DEVICE = 'the-browser-of-the-owner';
const PASSWORD = 'secret1';

describeWithKeycloak('accounts that are changed at Keycloak’s own console', (keycloak) => {
  let identity: IdentityOnKeycloak;
  beforeAll(async () => void (identity = await startIdentityOn(keycloak)));
  afterAll(() => identity?.stop());

  let count = 0;
  async function account() {
    const email = `user-${++count}@example.org`;
    const tokens = await identity.call(signUp, { displayName: 'Ada', email, password: PASSWORD, device: DEVICE });
    return { email, tokens, ...(await identity.read(tokens)) };
  }
  const refresh = ({ refresh_token: refreshToken }: Tokens) => identity.call(refreshTokens, { refreshToken });
  /** Whether tokens of that time and session are announced as revoked. */
  const hasEnded = async ({
    userId,
    issuedAt,
    session,
  }: {
    userId: string;
    issuedAt: number;
    session: string | null;
  }) =>
    (await identity.call(revocations, {})).revoked.some(
      (each) =>
        each.userId === userId &&
        issuedAt < each.notBefore * 1_000 &&
        (each.session === undefined || each.session === session),
    );
  const untilEnded = (of: Parameters<typeof hasEnded>[0]) =>
    eventually(async () => expect(await hasEnded(of)).toBe(true));

  it('lose their sessions when they are disabled, and sign in again when they are enabled', async () => {
    const user = await account();
    await identity.console.send('PUT', `/users/${user.userId}`, { enabled: false });
    await untilEnded(user);
    await expect(refresh(user.tokens)).rejects.toMatchObject({ code: 'token-expired' });
    const attempt = (password: string, device: string | null) =>
      identity.call(signIn, { email: user.email, password, device });
    await expect(attempt(PASSWORD, DEVICE)).rejects.toMatchObject({ code: 'user-disabled' });
    // The answer does not reveal that the account exists.
    await expect(attempt('secret2', null)).rejects.toMatchObject({ code: 'invalid-credential' });
    await identity.console.send('PUT', `/users/${user.userId}`, { enabled: true });
    expect(await identity.read(await attempt(PASSWORD, DEVICE))).toMatchObject({ userId: user.userId });
  });

  it('need single sign-on while Keycloak asks them for a new password, after the right one only', async () => {
    const user = await account();
    await identity.console.send('PUT', `/users/${user.userId}`, { requiredActions: ['UPDATE_PASSWORD'] });
    const attempt = (password: string) => identity.call(signIn, { email: user.email, password, device: DEVICE });
    await expect(attempt(PASSWORD)).rejects.toMatchObject({ code: 'single-sign-on-needed' });
    await expect(attempt('secret2')).rejects.toMatchObject({ code: 'invalid-credential' });
  });

  it('lose their tokens when their sessions are ended', async () => {
    const user = await account();
    await identity.console.send('POST', `/users/${user.userId}/logout`);
    await untilEnded(user);
    await expect(refresh(user.tokens)).rejects.toMatchObject({ code: 'token-expired' });
  });

  it('receive new roles with their next tokens, and the old tokens end', async () => {
    const user = await account();
    const role = await identity.console.get<{ id: string; name: string }>('/roles/admin');
    await identity.console.send('POST', `/users/${user.userId}/role-mappings/realm`, [role ?? {}]);
    await untilEnded(user);
    const renewed = await identity.read(await refresh(user.tokens));
    expect(renewed).toMatchObject({ userId: user.userId, isAdmin: true });
  });

  it('free their address when they are deleted', async () => {
    const { email, userId } = await account();
    await identity.console.send('DELETE', `/users/${userId}`);
    await identity.call(signUp, { displayName: 'Ada', email, password: PASSWORD, device: DEVICE });
    const again = await identity.read(await identity.call(signIn, { email, password: PASSWORD, device: DEVICE }));
    expect(again).toMatchObject({ email, isGuest: false });
    expect(again.userId).not.toBe(userId);
  });

  it('lose their sessions when they are guests who are disabled', async () => {
    const tokens = await identity.call(signInAsGuest, {});
    const guest = await identity.read(tokens);
    await identity.console.send('PUT', `/users/${guest.userId}`, { enabled: false });
    await untilEnded(guest);
    await expect(refresh(tokens)).rejects.toMatchObject({ code: 'token-expired' });
  });

  it('accept a sign-in from a known browser while Keycloak has locked them after wrong passwords', async () => {
    await identity.console.send('PUT', '', { failureFactor: 3 });
    const user = await account();
    const { KEYCLOAK_CLIENT_SECRET: secret } = identity.settings;
    const guess = async () => {
      const answer = await fetch(`${identity.service.identity.provider.issuer}/protocol/openid-connect/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'password',
          client_id: 'earworm-identity',
          client_secret: secret,
          username: user.email,
          password: 'secret2',
        }),
      });
      await answer.arrayBuffer();
      const state = await identity.console.get<{ disabled: boolean }>(
        `/attack-detection/brute-force/users/${user.userId}`,
      );
      if (state?.disabled !== true) throw new Error('Keycloak still looks at the password');
    };
    await eventually(guess);
    const attempt = (device: string | null) => identity.call(signIn, { email: user.email, password: PASSWORD, device });
    await expect(attempt(null)).rejects.toMatchObject({ code: 'invalid-credential' });
    expect(await identity.read(await attempt(DEVICE))).toMatchObject({ userId: user.userId });
  });
});
