import { RefusedError } from '@earworm/contracts';
import { PASSWORD_MIN_LENGTH } from '@earworm/rules';
import { dictionary } from '@zxcvbn-ts/language-common';

const SHORTEST = 6;
const MOST_USED = 2_500;

/** German words and the product's name, which rank too low in the dictionary. */
const ADDITIONAL = `
abcdef abcdefg abcdefgh abcdef1 qwertz qwertz1 qwertzui qwertzuiop yxcvbnm passwort1 passwort123 hallo123 hallo1
schatz1 ichliebedich fussball fußball schalke04 earworm earworm1 earworm123 ohrwurm ohrwurm1 musikquiz changeme1
admin123 admin1234 administrator
`;

const COMMON = new Set([
  ...dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST).slice(0, MOST_USED),
  ...ADDITIONAL.trim().split(/\s+/),
]);

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());

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

/** Throws `password-too-common`. Expects what `readNewPassword` returns. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw new RefusedError('password-too-common');
}

/** Throws `display-name-required`, `display-name-invalid` for control characters. */
export function readDisplayName(typed: string): string {
  const name = typed.trim().replace(/\s+/g, ' ');
  if (!name) throw new RefusedError('display-name-required');
  if (/\p{Cc}/u.test(name)) throw new RefusedError('display-name-invalid');
  return name;
}
