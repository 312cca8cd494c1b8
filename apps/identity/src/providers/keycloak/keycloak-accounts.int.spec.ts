import { expect, it } from '@jest/globals';
import { signIn } from '@earworm/contracts';
import { describeWith } from '@earworm/service-kit/testing';
import { decodeJwt } from 'jose';
import { EMAIL, identityOnFakeKeycloak, newAccount, PASSWORD } from '../../testing/identity-on-fake-keycloak.js';

describeWith('postgres', 'An e-mail address', () => {
  const on = identityOnFakeKeycloak();

  it('signs up and in with an e-mail whose account was deleted at Keycloak’s console', async () => {
    const identity = await on.start();
    const first = await newAccount(identity);
    on.keycloak.users.delete(first.userId);
    const second = await newAccount(identity);
    expect(second.userId).not.toBe(first.userId);
    const again = await identity.call(signIn, { email: EMAIL, password: PASSWORD });
    expect(decodeJwt(again.access_token).sub).toBe(second.userId);
  });
});
