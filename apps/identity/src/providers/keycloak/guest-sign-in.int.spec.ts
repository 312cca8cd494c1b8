import { expect, it } from '@jest/globals';
import { signInAsGuest } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { identityOnFakeKeycloak } from '../../testing/identity-on-fake-keycloak.js';

const UNKNOWN = { status: 400, body: { error: 'invalid_grant', error_description: 'User not found' } };
const FAILED = { status: 500, body: {} };

describeWith('postgres', 'Guest sign-in on a Keycloak', () => {
  const on = identityOnFakeKeycloak();

  it('gives a guest without tokens back to the pool, also one that replaces an unknown guest', async () => {
    const { call } = await on.start();
    const answers = [UNKNOWN, FAILED];
    on.keycloak.intercept = (request) => Promise.resolve(request.form.has('assertion') ? answers.shift() : undefined);
    await expect(call(signInAsGuest, {})).rejects.toThrow();
    expect(on.keycloak.requestsOf('POST', /^\/users$/)).toHaveLength(2);
    await call(signInAsGuest, {});
    expect(on.keycloak.requestsOf('POST', /^\/users$/)).toHaveLength(2);
  });
});
