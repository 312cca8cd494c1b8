import { RefusedError } from '@earworm/contracts';
import type { DataSource } from 'typeorm';
import { keepForUpgrade } from '../moves/guest-moves.js';
import type { Revocations } from '../tokens/revocations.js';
import type { User } from './user.entity.js';
import { type AccountFields, isDuplicate, Users } from './users.js';

/** Keeps the id. Null: no longer a guest, or signed in to another account. Refuses `email-already-in-use`. */
export type UpgradeGuest = (id: string, fields: AccountFields) => Promise<User | null>;

export const upgradeGuest =
  (db: DataSource, revocations: Pick<Revocations, 'endGuestLater'>): UpgradeGuest =>
  async (id, fields) => {
    try {
      return await db.transaction(async (tx) => {
        const users = new Users(tx);
        if (!(await users.lockGuest(id)) || !(await keepForUpgrade(id, tx))) return null;
        const user = await users.upgradeGuest(id, fields);
        if (user !== null) await revocations.endGuestLater(id, tx);
        return user;
      });
    } catch (error) {
      if (isDuplicate(error)) throw new RefusedError('email-already-in-use');
      throw error;
    }
  };
