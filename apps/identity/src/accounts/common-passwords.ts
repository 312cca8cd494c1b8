import { dictionary } from '@zxcvbn-ts/language-common';

const SHORTEST = 6;
const MOST_USED = 2_500;

/** Those of our own languages and name that the library does not have so early. */
const OWN = `
abcdef abcdefg abcdefgh abcdef1 qwertz qwertz1 qwertzui qwertzuiop yxcvbnm passwort1 passwort123 hallo123 hallo1
schatz1 ichliebedich fussball fußball schalke04 earworm earworm1 earworm123 ohrwurm ohrwurm1 musikquiz changeme1
admin123 admin1234 administrator
`;

/** The passwords used most that are long enough for an account, in small letters. */
const COMMON = new Set([
  ...dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST).slice(0, MOST_USED),
  ...OWN.trim().split(/\s+/),
]);

/** Whether it is one of the first that somebody would guess, whatever its case. Expects the form that `readPassword` gives. */
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
