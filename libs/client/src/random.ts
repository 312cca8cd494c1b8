/**
 * Full jitter: a random delay from 0 to a bound that doubles from `first` up to `most`, so that many clients spread
 * out.
 */
export function backOff(attempt: number, random: () => number, first = 250, most = 8_000): number {
  return random() * Math.min(most, first * 2 ** Math.min(attempt, 30));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A unique id: the clock and 72 random bits. Math.random, as plain http has no crypto.randomUUID; an id protects nothing. */
export function newId(random: () => number = Math.random, now: number = Date.now()): string {
  let id = now.toString(36);
  for (let i = 0; i < 12; i++) id += ALPHABET.charAt(Math.floor(random() * 64));
  return id;
}

/** A UUID of version 4. `crypto.randomUUID` does not exist on pages over plain http. */
export function newUuid(random: () => number = Math.random): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  const variant = '89ab'.charAt(Math.floor(random() * 4));
  return `${digits(8)}-${digits(4)}-4${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}
