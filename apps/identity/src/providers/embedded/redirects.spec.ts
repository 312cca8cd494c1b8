import { describe, expect, it } from '@jest/globals';
import { redirectAllowed } from './oidc.js';

describe('redirect after sign-in', () => {
  const lan = 'http://192.168.1.7:3000';

  it('allows any path on the host that the request came to', () => {
    expect(redirectAllowed(`${lan}/`, lan, undefined)).toBe(true);
    expect(redirectAllowed(`${lan}/game/1?x=2`, lan, undefined)).toBe(true);
  });

  it.each([
    'http://192.168.1.8:3000/',
    'https://192.168.1.7:3000/',
    'http://192.168.1.7:3001/',
    'http://192.168.1.7:3000@evil.example/',
    'http://user:word@192.168.1.7:3000/',
    'http://192.168.1.7:3000/#fragment',
    'javascript:alert(1)',
    '//evil.example/',
    '/relative',
    '',
  ])('refuses the target “%s”', (target) => expect(redirectAllowed(target, lan, undefined)).toBe(false));

  it('allows only PUBLIC_URL when that is set, and the operator’s own machine', () => {
    const open = 'https://quiz.example.org';
    expect(redirectAllowed(`${open}/game/1`, 'http://10.0.0.2:3000', `${open}/`)).toBe(true);
    expect(redirectAllowed(`${lan}/`, lan, open)).toBe(false);
    expect(redirectAllowed('http://localhost:3000/', 'http://localhost:3000', open)).toBe(true);
    expect(redirectAllowed('http://127.0.0.1.evil.example/', 'http://127.0.0.1.evil.example', open)).toBe(false);
  });
});
