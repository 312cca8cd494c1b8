import { expect, it } from '@jest/globals';
import { revocations, signIn } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { EMAIL, identityOnFakeKeycloak } from '../../testing/identity-on-fake-keycloak.js';

const PASSWORD = 'chosen by the operator';
const env = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };

describeWith('postgres', 'ADMIN_PASSWORD on a Keycloak', () => {
  const on = identityOnFakeKeycloak();
  const admin = { email: EMAIL, password: PASSWORD, isAdmin: true };
  const passwordsSet = () => on.keycloak.requestsOf('PUT', /\/reset-password$/);

  it('replaces another password, and ends earlier sessions', async () => {
    const { id } = on.keycloak.add({ ...admin, password: 'another one' });
    const { call } = await on.start(env);
    expect(passwordsSet()).toHaveLength(1);
    expect((await call(revocations, {})).revoked.map(({ userId }) => userId)).toEqual([id]);
    await call(signIn, { email: EMAIL, password: PASSWORD });
  });

  it('unlocks an account that has the password already, and changes nothing else', async () => {
    const { id } = on.keycloak.add({ ...admin, isLocked: true });
    const { call } = await on.start(env);
    expect(passwordsSet()).toEqual([]);
    expect((await call(revocations, {})).revoked).toEqual([]);
    expect(on.keycloak.users.get(id)?.isLocked).toBe(false);
  });

  it('leaves a disabled account unchanged, and warns', async () => {
    on.keycloak.add({ ...admin, enabled: false });
    const { call, warnings } = await on.start(env);
    expect(passwordsSet()).toEqual([]);
    expect((await call(revocations, {})).revoked).toEqual([]);
    expect(warnings.join()).toContain('the account of ADMIN_EMAIL is disabled in Keycloak');
  });

  it('retries when Keycloak fails during the start', async () => {
    let isAway = true;
    on.keycloak.intercept = async ({ method, path }) => {
      if (!isAway || method !== 'POST' || path !== '/users') return undefined;
      isAway = false;
      return { status: 503 };
    };
    const { call } = await on.start(env);
    expect(isAway).toBe(false);
    await call(signIn, { email: EMAIL, password: PASSWORD });
  });

  it.each([
    ['the new account', 'POST', /^\/users$/],
    ['the role', 'POST', /\/role-mappings\/realm$/],
  ])('retries when Keycloak stores %s but its answer is lost', async (_, method, path) => {
    let isLost = false;
    on.keycloak.intercept = async (request) => {
      if (isLost || request.method !== method || !path.test(request.path)) return undefined;
      isLost = true;
      on.keycloak.answer(request);
      return { status: 504 };
    };
    const { call } = await on.start(env);
    expect(isLost).toBe(true);
    await call(signIn, { email: EMAIL, password: PASSWORD });
    expect([...on.keycloak.users.values()]).toMatchObject([admin]);
  });

  it('ends the sessions of another password also after a failed attempt', async () => {
    const { id } = on.keycloak.add({ ...admin, password: 'another one' });
    let isAway = true;
    on.keycloak.intercept = async ({ method, path }) => {
      if (!isAway || method !== 'POST' || !path.endsWith('/logout')) return undefined;
      isAway = false;
      return { status: 503 };
    };
    const { call } = await on.start(env);
    expect(on.keycloak.requestsOf('POST', /\/logout$/)).toHaveLength(2);
    expect((await call(revocations, {})).revoked.map(({ userId }) => userId)).toEqual([id]);
  });
});
