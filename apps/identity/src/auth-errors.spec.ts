import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as contracts from '@earworm/contracts';
import { type Call, confirmReset, type ErrorCode, ERRORS, requestReset, signIn, signUp } from '@earworm/contracts';

type AuthErrorCode = Extract<
  ErrorCode,
  | 'invalid-credential'
  | 'user-not-found'
  | 'wrong-password'
  | 'email-already-in-use'
  | 'weak-password'
  | 'invalid-email'
  | 'account-exists-with-different-credential'
  | 'user-disabled'
  | 'requires-recent-login'
  | 'auth-failed'
>;

interface Source {
  readonly calls: readonly Call[];
  /** Other sources, or why there is none. */
  readonly note?: string;
}

/** Every auth code of the product's error catalogue, and the operations that refuse with it. */
const AUTH_ERRORS: Readonly<Record<AuthErrorCode, Source>> = {
  'invalid-credential': {
    calls: [signIn],
    note: 'an unknown e-mail and a wrong password alike; also the sign-in page of the redirect',
  },
  'user-not-found': {
    calls: [],
    note: 'given by nothing: it would tell a stranger who has an account; signing in says invalid-credential, a reset says it was sent',
  },
  'wrong-password': {
    calls: [],
    note: 'given by nothing: it would tell a stranger that the account exists; signing in says invalid-credential',
  },
  'email-already-in-use': { calls: [signUp] },
  'weak-password': { calls: [signUp, confirmReset] },
  'invalid-email': { calls: [signIn, signUp, requestReset] },
  'account-exists-with-different-credential': {
    calls: [],
    note: 'only a redirect to Keycloak with an external identity provider; the embedded provider knows e-mail and password only',
  },
  'user-disabled': {
    calls: [signIn],
    note: 'by the embedded provider only to who gave the right password; with Keycloak, which does not look at the password then, only on a device that the account was signed in to before',
  },
  'requires-recent-login': {
    calls: [],
    note: 'only a redirect to Keycloak that asks for a fresh sign-in; a password is changed here by a mailed link, which proves more',
  },
  'auth-failed': { calls: [], note: 'the browser’s own words when an error has none' },
};

const sentences: Record<AuthErrorCode, string> = {
  'invalid-credential': 'Invalid email or password. Please check your credentials and try again.',
  'user-not-found': 'No account found with this email. Please sign up first.',
  'wrong-password': 'Incorrect password. Please try again.',
  'email-already-in-use': 'Email already in use. Please use a different email or sign in.',
  'weak-password': 'Password is too weak. Please use at least 6 characters.',
  'invalid-email': 'Invalid email format. Please enter a valid email.',
  'account-exists-with-different-credential':
    'An account already exists with the same email but different sign-in credentials.',
  'user-disabled': 'This account has been disabled. Please contact support.',
  'requires-recent-login': 'This operation requires a recent login. Please sign out and sign in again.',
  'auth-failed': 'An authentication error occurred. Please try again.',
};

const identityCalls = [
  contracts.signInAsGuest,
  contracts.signIn,
  contracts.signUp,
  contracts.refreshTokens,
  contracts.signOut,
  contracts.requestReset,
  contracts.confirmReset,
];

describe.each(Object.entries(AUTH_ERRORS) as [AuthErrorCode, (typeof AUTH_ERRORS)[AuthErrorCode]][])(
  'auth error %s',
  (code, { calls, note }) => {
    it('uses the exact message of the catalogue', () => expect(ERRORS[code].message).toBe(sentences[code]));

    it('belongs to the named calls, and to no other', () => {
      const giving = identityCalls.filter((call) => call.errors.includes(code));
      expect(calls.map((call) => call.subject).sort()).toEqual(giving.map((call) => call.subject).sort());
    });

    it('names its calls or the reason why there are none', () => expect(calls.length > 0 || note).toBeTruthy());
  },
);

it('the decision record names exactly the codes of the catalogue that the embedded provider never emits, each with its reason', () => {
  const record = readFileSync(
    new URL('../../../docs/decisions/0044-omit-five-auth-error-codes.md', import.meta.url),
    'utf8',
  );
  const recorded = [...record.matchAll(/^\| `([a-z-]+)` +\| (\S.*?) *\|$/gm)].map(([, code]) => code);
  const never = Object.entries(AUTH_ERRORS).flatMap(([code, { calls }]) => (calls.length === 0 ? [code] : []));
  expect(recorded.sort()).toEqual(never.sort());
});
