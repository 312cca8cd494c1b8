const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * An id that no two clients share: 36 random bits twice and the clock. Math.random because plain http, as on a LAN, has
 * no crypto.randomUUID; an id names a command of one user, it protects nothing.
 */
export function newId(random: () => number = Math.random, now: number = Date.now()): string {
  let id = now.toString(36);
  for (let i = 0; i < 12; i++) id += ALPHABET.charAt(Math.floor(random() * 64));
  return id;
}
