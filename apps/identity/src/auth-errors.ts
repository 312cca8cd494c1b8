import { confirmReset, requestReset, signIn, signUp, type Call, type ErrorCode } from '@earworm/contracts';

export type AuthErrorCode = Extract<
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
  /** The calls that refuse with it. */
  readonly calls: readonly Call[];
  /** Who else gives it, or why nobody does. */
  readonly note?: string;
}

/** Every auth code of the product's error catalogue and the operation that gives it. */
export const AUTH_ERRORS: Readonly<Record<AuthErrorCode, Source>> = {
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
