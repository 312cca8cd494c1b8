import type { Account, AccountPage, AccountQuery } from '@earworm/contracts';

export const USER_ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * The provider's users, for administrators. Times in ms since the epoch. An unknown user id is refused `account-not-found`;
 * errors that are not a RefusedError mean that the provider is unavailable. Changes are idempotent: without an effect they
 * end nothing and return the account as it is.
 */
export interface AccountDirectory {
  /**
   * One page of at most ACCOUNT_LIMITS.pageSize (embedded: newest first; Keycloak: by e-mail). `search`: part of the name or
   * e-mail, ignoring case and surrounding blanks, or a whole user id; guests are found only by their id. `total`: of all pages;
   * with Keycloak at most 2,000.
   */
  search(query: AccountQuery): Promise<AccountPage>;

  read(userId: string): Promise<Account>;

  /**
   * When it resolves, tokens with the old roles have ended, and a refresh brings the new ones. Refuses `account-is-guest`, and
   * `last-admin` when no other enabled administrator would remain, also of two concurrent changes.
   */
  setAdmin(userId: string, admin: boolean): Promise<Account>;

  /**
   * When it resolves, all sessions and tokens of a disabled user have ended. Sign-in refuses `user-disabled` (embedded: with the
   * right password; Keycloak: on a known device), refresh `token-expired`. Refuses `last-admin` as above.
   */
  setDisabled(userId: string, disabled: boolean): Promise<Account>;

  /** Ends all sessions and tokens, also a guest's. */
  endSessions(userId: string): Promise<void>;
}
