import { randomBytes, scrypt as scryptCallback, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { semaphore } from '@earworm/service-kit/resilience';

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** OWASP: 19 MiB, two passes, one lane; about 10 ms of one core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** OWASP's equivalent: 32 MiB. */
const SCRYPT = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };

const scrypt = (password: string, salt: Buffer, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) =>
    scryptCallback(password, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  );

export const scryptHasher: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(16);
    return `$scrypt$${salt.toString('base64url')}$${(await scrypt(password, salt, SCRYPT)).toString('base64url')}`;
  },
  async verify(hash, password) {
    const [, name, salt, key] = hash.split('$');
    if (name !== 'scrypt' || !salt || !key) return false;
    const expected = Buffer.from(key, 'base64url');
    const found = await scrypt(password, Buffer.from(salt, 'base64url'), SCRYPT);
    return found.length === expected.length && timingSafeEqual(found, expected);
  },
};

async function loadArgon2(): Promise<PasswordHasher | undefined> {
  try {
    const argon2 = await import('@node-rs/argon2');
    return {
      hash: (password) => argon2.hash(password, ARGON2),
      verify: (hash, password) => argon2.verify(hash, password),
    };
  } catch {
    return undefined;
  }
}

/** Hashes with argon2id, else scrypt; verifies both. On half the cores; 200 wait, more are refused `unavailable`. */
export async function openPasswords(): Promise<PasswordHasher & { readonly algorithm: 'argon2id' | 'scrypt' }> {
  const argon2 = await loadArgon2();
  const run = semaphore({
    concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    queue: 200,
    refusal: 'unavailable',
  });
  const hasher = argon2 ?? scryptHasher;
  return {
    algorithm: argon2 ? 'argon2id' : 'scrypt',
    hash: (password) => run(() => hasher.hash(password)),
    verify: (hash, password) =>
      run(async () => {
        if (hash.startsWith('$scrypt$')) return scryptHasher.verify(hash, password);
        if (!argon2) throw new Error('this password was hashed with argon2, which cannot be loaded on this machine');
        return argon2.verify(hash, password);
      }),
  };
}
