import { RefusedError } from '@earworm/contracts';
import { PASSWORD_MIN_LENGTH } from '@earworm/rules';
import { isCommonPassword } from './common-passwords.js';

/** As loose as in browsers: only a delivered mail proves an address. */
const EMAIL = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@([\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+$/u;

/** Trimmed, in lower case. Throws `email-required`, `invalid-email`. */
export function readEmail(typed: string): string {
  const email = typed.trim().toLowerCase();
  if (!email) throw new RefusedError('email-required');
  if (email.length > 254 || !EMAIL.test(email)) throw new RefusedError('invalid-email');
  return email;
}

/** Keyboards differ in how they encode an accent. */
export const readPassword = (typed: string): string => typed.normalize('NFKC');

/** Throws `weak-password`. */
export function readNewPassword(typed: string): string {
  const password = readPassword(typed);
  if ([...password].length < PASSWORD_MIN_LENGTH) throw new RefusedError('weak-password');
  return password;
}

/** Rejects with `password-too-common`. Expects what `readNewPassword` returns. */
export async function refuseCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw new RefusedError('password-too-common');
}

/** Throws `display-name-required`, `display-name-invalid` for control characters. */
export function readDisplayName(typed: string): string {
  const name = typed.trim().replace(/\s+/g, ' ');
  if (!name) throw new RefusedError('display-name-required');
  if (/\p{Cc}/u.test(name)) throw new RefusedError('display-name-invalid');
  return name;
}
