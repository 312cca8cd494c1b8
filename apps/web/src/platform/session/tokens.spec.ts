import { describe, expect, it } from '@jest/globals';
import { userOf } from './tokens.js';

const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
const token = (claims: object) => `${part({ alg: 'ES256' })}.${part(claims)}.signature`;

describe('user of a token', () => {
  it('uses "Guest" as the name of a guest, whatever the token calls them', () => {
    expect(userOf(token({ sub: 'u1', name: 'guest-7', realm_access: { roles: ['guest'] } }))).toEqual({
      id: 'u1',
      name: 'Guest',
      isGuest: true,
      isAdmin: false,
      roles: ['guest'],
    });
  });

  it('keeps the own name of a registered user, in any script', () => {
    expect(userOf(token({ sub: 'u2', name: 'Zoë 🎵', realm_access: { roles: ['registered'] } }))).toMatchObject({
      name: 'Zoë 🎵',
      isGuest: false,
    });
  });

  it('becomes an admin by the role in the token, never by an address', () => {
    expect(userOf(token({ sub: 'u3', name: 'A', realm_access: { roles: ['admin'] } }))?.isAdmin).toBe(true);
    expect(userOf(token({ sub: 'u4', name: 'A', email: 'admin@earworm.local' }))?.isAdmin).toBe(false);
  });

  it('equals null when the token cannot be read', () => {
    for (const broken of ['', 'x', 'a.b.c', token({ name: 'no id' })]) expect(userOf(broken)).toBeNull();
  });
});
