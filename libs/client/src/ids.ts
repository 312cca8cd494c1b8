const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A unique id: the clock and 72 random bits. Math.random, as plain http has no crypto.randomUUID; an id protects nothing. */
export function newId(random: () => number = Math.random, now: number = Date.now()): string {
  let id = now.toString(36);
  for (let i = 0; i < 12; i++) id += ALPHABET.charAt(Math.floor(random() * 64));
  return id;
}
