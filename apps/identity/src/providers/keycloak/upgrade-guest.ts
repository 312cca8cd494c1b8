import type { DataSource } from 'typeorm';
import { keepForUpgrade } from '../../guests/keep-for-upgrade.js';
import { GUESTS, type NewAccount, REGISTERED, type UsersApi } from './users-api.js';

export interface UpgradeParts {
  readonly db: Pick<DataSource, 'transaction'>;
  readonly users: Pick<UsersApi, 'find' | 'update' | 'setPassword' | 'join' | 'leave' | 'unlink'>;
  /** Ends the guest's tokens some seconds later, within the transaction. */
  readonly endGuestLater: (userId: string, tx: Pick<DataSource, 'query'>) => Promise<void>;
}

/** False: there is no such guest any more, or they have signed in to another account. */
export type UpgradeGuest = (id: string, account: NewAccount) => Promise<boolean>;

/**
 * Turns a guest into an account with the same id. The row of the guest is locked
 * meanwhile and goes last. When it is interrupted the guest still is one, and the same again completes it: every step may be
 * repeated. Throws KeycloakRefused with status 409, and has changed nothing, when the e-mail is in use.
 */
export const upgradeGuest =
  ({ db, users, endGuestLater }: UpgradeParts): UpgradeGuest =>
  (id, { email, displayName, password }) =>
    db.transaction(async (tx) => {
      const [guest] = await tx.query<unknown[]>(
        'select 1 from keycloak_guest where id = $1 and handed_out_at is not null for update',
        [id],
      );
      if (guest === undefined || !(await users.find(id))?.enabled) return false;
      if (!(await keepForUpgrade(id, tx))) return false;
      await users.update(id, { username: email, email, firstName: displayName, emailVerified: false });
      await users.setPassword(id, password);
      await users.join(id, REGISTERED);
      await users.leave(id, GUESTS);
      await users.unlink(id);
      await tx.query('delete from keycloak_guest where id = $1', [id]);
      await endGuestLater(id, tx);
      return true;
    });
