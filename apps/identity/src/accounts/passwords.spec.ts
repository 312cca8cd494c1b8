import { describe, expect, it, jest } from '@jest/globals';
import { bounded } from './bounded.js';
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

  it('hashed with scrypt on a machine without argon2 are accepted everywhere', async () => {
    const hash = await scryptHasher.hash('secret1');
    const passwords = await openPasswords();
    expect(await passwords.verify(hash, 'secret1')).toBe(true);
    expect(await passwords.verify(hash, 'secret2')).toBe(false);
    expect(await scryptHasher.verify('$scrypt$broken', 'secret1')).toBe(false);
  });
});

describe('A bound on work', () => {
  it('lets so many run, so many wait, and refuses the rest', async () => {
    const run = bounded(2, 3);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const results = await Promise.allSettled(Array.from({ length: 7 }, () => run(work)));
    expect(most).toBe(2);
    expect(results.map((result) => result.status)).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected']);
    await expect(run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(run(async () => 'still works')).resolves.toBe('still works');
  });

  it('refuses callers that have waited for too long, then goes on', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const run = bounded(1, 2, 6_000);
      const { promise, resolve } = Promise.withResolvers<void>();
      const first = run(() => promise);
      const second = run(async () => 'too late');
      clock.mockReturnValue(1_000);
      const third = run(async () => 'in time');
      clock.mockReturnValue(6_001);
      resolve();
      await first;
      await expect(second).rejects.toMatchObject({ code: 'unavailable' });
      await expect(third).resolves.toBe('in time');
    } finally {
      clock.mockRestore();
    }
  });
});
