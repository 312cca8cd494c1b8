import type { DataSource } from 'typeorm';
import { keepForUpgrade } from '../../moves/guest-moves.js';
import type { Revocations } from '../../tokens/revocations.js';
import { GUESTS, type NewAccount, REGISTERED, type UsersApi } from './users-api.js';
import { DELETE_GUEST_BY_ID, LOCK_HANDED_OUT_GUEST } from './guests.sql.js';

export interface UpgradeDependencies {
  readonly db: Pick<DataSource, 'transaction'>;
  readonly users: Pick<UsersApi, 'find' | 'update' | 'setPassword' | 'join' | 'leave' | 'unlink'>;
  readonly revocations: Pick<Revocations, 'endGuestLater'>;
}

export type UpgradeGuest = (id: string, account: NewAccount) => Promise<boolean>;

/**
 * Turns a guest into an account with the same id. Its row is locked and deleted last, and every step is idempotent, so that an
 * interrupted upgrade can be retried. Throws KeycloakRefused with status 409, without a change, for an e-mail in use.
 */
export const upgradeGuest =
  ({ db, users, revocations }: UpgradeDependencies): UpgradeGuest =>
  (id, { email, displayName, password }) =>
    db.transaction(async (tx) => {
      const [guest] = await tx.query<unknown[]>(LOCK_HANDED_OUT_GUEST, [id]);
      if (guest === undefined || !(await users.find(id))?.enabled) return false;
      if (!(await keepForUpgrade(id, tx))) return false;
      await users.update(id, { username: email, email, firstName: displayName, emailVerified: false });
      await users.setPassword(id, password);
      await users.join(id, REGISTERED);
      await users.leave(id, GUESTS);
      await users.unlink(id);
      await tx.query(DELETE_GUEST_BY_ID, [id]);
      await revocations.endGuestLater(id, tx);
      return true;
    });
