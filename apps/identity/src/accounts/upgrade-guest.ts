import { RefusedError } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { keepForUpgrade } from '../guests/keep-for-upgrade.js';
import { sessionOfGuest } from '../tokens/refresh-tokens.js';
import type { Revocations } from '../tokens/revocations.js';
import type { User } from './user.entity.js';
import { type AccountFields, isDuplicate, Users } from './users.js';

/**
 * How long a guest's access tokens still count after the guest has become an account, or has signed in to one: requests under way are answered, and
 * open sockets have the time to bring a token of the account.
 */
export const OLD_TOKENS_SECONDS = 30;

/** Turns a guest into an account with the same id. Null: there is no such guest (any more), or they have signed in to another account. Refuses `email-already-in-use`. */
export type UpgradeGuest = (id: string, fields: AccountFields) => Promise<User | null>;

/** In one transaction, so that there is no account whose guest's tokens have no end. `lifeSeconds`: of those. */
export const upgradeGuest =
  (db: DataSource, revocations: Pick<Revocations, 'endSessionLater'>, lifeSeconds: number): UpgradeGuest =>
  async (id, fields) => {
    try {
      return await db.transaction(async (tx) => {
        const users = new Users(tx);
        if (!(await users.lockGuest(id)) || !(await keepForUpgrade(id, tx))) return null;
        const user = await users.upgradeGuest(id, fields);
        const guest = { userId: id, session: sessionOfGuest(id), lifeSeconds };
        if (user !== null) await revocations.endSessionLater(guest, OLD_TOKENS_SECONDS, tx);
        return user;
      });
    } catch (error) {
      if (isDuplicate(error)) throw new RefusedError('email-already-in-use');
      throw error;
    }
  };
