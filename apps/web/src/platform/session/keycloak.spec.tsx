import { describe, expect, it } from '@jest/globals';
import { gateway } from '../../testing/fake-gateway.js';
import { draw, NOW, pass } from '../../testing/user-actions.js';
import { holdTokens, tokensFromAddress } from './keycloak.js';

const part = (value: object) => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_');
const tokenOf = (claims: object) => `${part({ alg: 'none' })}.${part(claims)}.x`;
const S = NOW / 1_000;
const LIFETIME_S = 1_800;

/** As an issuer of any kind gives them. */
const tokens = (name: string) => ({
  access: tokenOf({ sub: 'pat', name, iat: S, exp: S + LIFETIME_S }),
  refresh: tokenOf({ sub: 'pat', jti: name, iat: S, exp: S + 86_400 }),
});
const hold = (given: ReturnType<typeof tokens>) => holdTokens({ ...given, expiresAt: NOW + LIFETIME_S * 1_000 });
const reply = ({ access, refresh }: ReturnType<typeof tokens>) => ({
  ...{ access_token: access, refresh_token: refresh, token_type: 'Bearer' as const },
  ...{ expires_in: LIFETIME_S, refresh_expires_in: 86_400 },
});

describe('tokens held by keycloak-js', () => {
  it('renew through the product for every provider, each time with the latest refresh token', async () => {
    await draw(<p>A page</p>);
    const [first, second, third] = [tokens('first'), tokens('second'), tokens('third')] as const;
    const holder = hold(first);
    gateway.answer('token', reply(second));
    expect(await holder.refresh()).toMatchObject(second);
    gateway.answer('token', reply(third));
    expect(await holder.refresh()).toMatchObject(third);
    expect(gateway.inputsOf('token').map(({ body }) => body?.refresh_token)).toEqual([first.refresh, second.refresh]);
  });

  it('end when the product reports that the session is over, and remain when it cannot tell', async () => {
    await draw(<p>A page</p>);
    const holder = hold(tokens('first'));
    gateway.answer('token', reply(tokens('second')));
    await holder.refresh();
    gateway.refuse('token', 'unavailable');
    await expect(holder.refresh()).rejects.toBeDefined();
    gateway.disconnect('token');
    await expect(holder.refresh()).rejects.toBeDefined();
    gateway.respond('token', () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    expect(await holder.refresh()).toBeNull();
    await pass();
  });
});

describe('return from the provider without a code', () => {
  it.each([
    ['', ''],
    ['&error_description=Your+account+awaits+approval.', 'Your account awaits approval.'],
  ])(
    'fails with the message that the provider sends, and none for its code alone: error=access_denied%s',
    async (more, message) => {
      await draw(<p>A page</p>);
      const state = { state: 's1', nonce: 'n', redirectUri: `${location.origin}/`, expires: NOW + 60_000 };
      localStorage.setItem('kc-callback-s1', JSON.stringify(state));
      history.replaceState(null, '', `/#state=s1&error=access_denied${more}`);
      const endpoints = { authorization: 'https://id.example/auth', token: 'https://id.example/token' };
      await expect(tokensFromAddress(endpoints)).rejects.toEqual(expect.objectContaining({ message }));
      expect(location.hash).toBe('');
    },
  );
});
