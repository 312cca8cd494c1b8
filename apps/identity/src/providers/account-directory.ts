import type { Account, AccountPage, AccountQuery } from '@earworm/contracts';

/**
 * The users of the provider, as administrators see them. Times are milliseconds since the epoch. Every refusal is a
 * RefusedError with the code that is named here; anything else thrown means that the provider could not be asked.
 *
 * A user id that the provider never gave (also one of another form) is refused `account-not-found`. Every change is
 * idempotent: one that changes nothing succeeds, ends nothing, and answers the account as it is.
 */
export interface AccountDirectory {
  /**
   * One page in an order of the provider's own (embedded: newest first; Keycloak: by e-mail), at most
   * ACCOUNT_LIMITS.pageSize. `search`: part of the name or e-mail address in any case, `%` and `_` as themselves, or a whole
   * user id; blanks around it do not count. Guests are listed only when `search` is their id and no role is asked for.
   * `total` counts all pages; Keycloak's are the first 2,000 accounts at most.
   */
  search(query: AccountQuery): Promise<AccountPage>;

  /** Also a guest. Refuses `account-not-found`. */
  read(userId: string): Promise<Account>;

  /**
   * Gives or takes the admin role. When it resolves, no token with the old roles counts any more, and the user's sessions
   * are kept: a refresh brings the new roles. Refuses `account-not-found`, `account-is-guest`, and `last-admin` when no other
   * enabled administrator would remain; two administrators who take the role from each other at once cannot both succeed.
   */
  setAdmin(userId: string, admin: boolean): Promise<Account>;

  /**
   * A disabled account cannot sign in (`user-disabled`, never to strangers: embedded with the right
   * password only, Keycloak on a device that was signed in before) nor refresh (`token-expired`). When it
   * resolves, all its sessions and tokens have ended. Enabled again, its user has to sign in. Guests can be disabled too.
   * Refuses `account-not-found`, and `last-admin` as above.
   */
  setDisabled(userId: string, disabled: boolean): Promise<Account>;

  /** Ends all sessions and tokens; a guest's too, who is a new guest afterwards. Refuses `account-not-found`. */
  endSessions(userId: string): Promise<void>;
}
