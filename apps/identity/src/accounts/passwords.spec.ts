import { describe, expect, it } from '@jest/globals';
import { openPasswords, scryptHasher } from './passwords.js';

describe('Passwords', () => {
  it('are hashed with argon2id at 19 MiB, two passes, one lane', async () => {
    const passwords = await openPasswords();
    const hash = await passwords.hash('secret1');
    expect(passwords.algorithm).toBe('argon2id');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'secret1')).toBe(true);
    expect(await passwords.verify(hash, 'secret2')).toBe(false);
  });

  it('are verified also if hashed with scrypt on a machine without argon2', async () => {
    const hash = await scryptHasher.hash('secret1');
    const passwords = await openPasswords();
    expect(await passwords.verify(hash, 'secret1')).toBe(true);
    expect(await passwords.verify(hash, 'secret2')).toBe(false);
    expect(await scryptHasher.verify('$scrypt$broken', 'secret1')).toBe(false);
  });
});
