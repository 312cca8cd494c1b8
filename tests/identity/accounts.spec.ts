import { expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { newGuest, newRegisteredUser, signedIn } from '../e2e/support/members.js';
import { describeWithProvider } from './support/describe-with-provider.js';

describeWithProvider('accounts', ({ product, issuer }) => {
  const rolesIn = (token: string) => (decodeJwt(token)['realm_access'] as { roles: string[] }).roles;

  it('a guest has the role guest in a token for the services', async () => {
    const { tokens } = await newGuest(product.url);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: issuer, aud: 'earworm' });
    expect(rolesIn(tokens.access_token)).toEqual(['guest']);
  });

  it('an account that was signed up signs in under the same user id, with the role registered', async () => {
    const { account, userId, tokens } = await newRegisteredUser(product.url, 'Ada');
    expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: issuer, aud: 'earworm' });
    expect(rolesIn(tokens.access_token)).toEqual(['registered']);
    const again = await signedIn(product.url, account ?? { email: '', password: '' });
    expect(again.userId).toBe(userId);
    expect(rolesIn(again.tokens.access_token)).toEqual(['registered']);
    expect(decodeJwt(again.tokens.access_token).name).toBe('Ada');
  });
});
