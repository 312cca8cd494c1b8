import { expect, it } from '@jest/globals';
import { refreshTokens, signInAsGuest } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { decodeJwt } from 'jose';
import type { FakeRequest } from '../../testing/fake-keycloak.js';
import { identityOnFakeKeycloak, newAccount } from '../../testing/identity-on-fake-keycloak.js';

const AT_ONCE = 16;
const ALL = 40;

describeWith('postgres', 'token refresh with Keycloak', () => {
  const on = identityOnFakeKeycloak();

  /** Keeps the answers of these requests back. */
  function hold(isHeld: (request: FakeRequest) => boolean) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let held = 0;
    on.keycloak.intercept = async (request) => {
      if (!isHeld(request)) return undefined;
      held += 1;
      await promise;
      return undefined;
    };
    return { count: () => held, release: resolve };
  }

  it.each([
    ['another issuer', () => ({ issuer: 'http://elsewhere.example/realms/earworm' })],
    ['an end two minutes ago', () => ({ seconds: -120 })],
  ])('refuses a token with %s without asking Keycloak', async (_, terms) => {
    const { call } = await on.start();
    const { id } = on.keycloak.add({ email: 'bob@example.org' });
    const refreshToken = on.keycloak.tokenOf(id, terms());
    await expect(call(refreshTokens, { refreshToken })).rejects.toMatchObject({ code: 'token-expired' });
    expect(on.keycloak.grants('refresh_token')).toEqual([]);
    await call(refreshTokens, { refreshToken: on.keycloak.tokenOf(id) });
    expect(on.keycloak.grants('refresh_token')).toHaveLength(1);
  });

  it('refreshes accounts with sixteen concurrent requests to Keycloak', async () => {
    const identity = await on.start();
    const { tokens } = await newAccount(identity);
    const held = hold(({ form }) => form.get('grant_type') === 'refresh_token');
    const renewals = Array.from({ length: ALL }, () =>
      identity.call(refreshTokens, { refreshToken: tokens.refresh_token }),
    );
    await eventually(() => expect(held.count()).toBeGreaterThanOrEqual(AT_ONCE));
    // Comes after them by the same way, and is not held up.
    await identity.call(signInAsGuest, {});
    expect(held.count()).toBe(AT_ONCE);
    held.release();
    await Promise.all(renewals);
    expect(held.count()).toBe(ALL);
  });

  it('leaves room for new guests while guests refresh', async () => {
    const { call } = await on.start();
    const { refresh_token: refreshToken } = await call(signInAsGuest, {});
    const subjectOf = ({ form }: FakeRequest) => decodeJwt(form.get('assertion') ?? '').sub;
    const [old] = on.keycloak.grants('jwt-bearer').map(subjectOf);
    const held = hold((request) => request.form.has('assertion') && subjectOf(request) === old);
    const renewals = Array.from({ length: ALL }, () => call(refreshTokens, { refreshToken }));
    await eventually(() => expect(held.count()).toBe(AT_ONCE));
    await call(signInAsGuest, {});
    held.release();
    await Promise.all(renewals);
  });
});
