import { describe, expect, it } from '@jest/globals';
import { openPasswords, scryptHasher } from './passwords.js';

describe('password hashes', () => {
  it('uses argon2id with 19 MiB, two passes and one lane', async () => {
    const passwords = await openPasswords();
    const hash = await passwords.hash('secret1');
    expect(passwords.algorithm).toBe('argon2id');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'secret1')).toBe(true);
    expect(await passwords.verify(hash, 'secret2')).toBe(false);
  });

  it('verifies a password that was hashed with scrypt on a machine without argon2', async () => {
    const hash = await scryptHasher.hash('secret1');
    const passwords = await openPasswords();
    expect(await passwords.verify(hash, 'secret1')).toBe(true);
    expect(await passwords.verify(hash, 'secret2')).toBe(false);
    expect(await scryptHasher.verify('$scrypt$broken', 'secret1')).toBe(false);
  });
});
