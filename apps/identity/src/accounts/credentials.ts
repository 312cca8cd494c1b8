import { RefusedError } from '@earworm/contracts';
import { PASSWORD_MIN_LENGTH } from '@earworm/rules';
import { isCommonPassword } from './common-passwords.js';

/** Loose, as browsers are: something, one @, a host name. Whether mail arrives there is the only real proof. */
const EMAIL = /^[^\s\p{Cc}@"(),:;<>[\\\]]+@([\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]+$/u;

/** E-mails are compared trimmed and without regard to case. Throws `email-required` for blanks only, `invalid-email`. */
export function readEmail(typed: string): string {
  const email = typed.trim().toLowerCase();
  if (!email) throw new RefusedError('email-required');
  if (email.length > 254 || !EMAIL.test(email)) throw new RefusedError('invalid-email');
  return email;
}

/** The same password typed on two keyboards may differ in how an accent is encoded. */
export const readPassword = (typed: string): string => typed.normalize('NFKC');

/** Throws `weak-password` under six characters. */
export function readNewPassword(typed: string): string {
  const password = readPassword(typed);
  if ([...password].length < PASSWORD_MIN_LENGTH) throw new RefusedError('weak-password');
  return password;
}

/** Throws `password-too-common` for one that everybody would guess first. Expects what `readNewPassword` gives. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new RefusedError('password-too-common');
}

/** Throws `display-name-required` for blanks only, `display-name-invalid` for control characters. */
export function readDisplayName(typed: string): string {
  const name = typed.trim().replace(/\s+/g, ' ');
  if (!name) throw new RefusedError('display-name-required');
  if (/\p{Cc}/u.test(name)) throw new RefusedError('display-name-invalid');
  return name;
}
