import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const NO_HASH = Buffer.alloc(32);

export const newSecret = (bytes = SECRET_BYTES): string => randomBytes(bytes).toString('base64url');

/** A plain hash is enough for 256 random bits. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Takes as long for a link that does not exist. */
export const fits = (secret: string, hash: Buffer | undefined): boolean =>
  timingSafeEqual(hashOf(secret), hash ?? NO_HASH) && hash !== undefined;
