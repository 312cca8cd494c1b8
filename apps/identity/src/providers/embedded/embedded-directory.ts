import { type Account, ACCOUNT_LIMITS, type AccountPage, type AccountQuery, RefusedError } from '@earworm/contracts';
import { likePattern } from '@earworm/service-kit/postgres';
import { type DataSource, type EntityManager, Not } from 'typeorm';
import { User } from '../../accounts/user.entity.js';
import { Users } from '../../accounts/users.js';
import type { EndEverywhere, Revocations } from '../../tokens/revocations.js';
import { type AccountDirectory, type EraseChange, USER_ID } from '../identity-provider.js';
import { LOCK_ACCOUNT, LOCK_ADMINS } from '../../accounts/accounts.sql.js';

export interface EmbeddedDirectoryDependencies {
  readonly db: DataSource;
  readonly revocations: Pick<Revocations, 'write' | 'revoke'>;
  readonly endEverywhere: EndEverywhere;
}

export class EmbeddedDirectory implements AccountDirectory {
  constructor(private readonly dependencies: EmbeddedDirectoryDependencies) {}

  async search({ search, role, state, page }: AccountQuery): Promise<AccountPage> {
    const { pageSize } = ACCOUNT_LIMITS;
    const text = search.trim();
    const query = this.dependencies.db.getRepository(User).createQueryBuilder('user');
    // Guests only by id: there are too many, and the index excludes them.
    if (USER_ID.test(text)) query.where('user.id = :id', { id: text });
    else {
      query.where(`user.kind <> 'guest'`);
      if (text !== '')
        query.andWhere('(user.displayName ilike :like or user.email ilike :like)', { like: likePattern(text) });
    }
    if (role !== undefined) query.andWhere('user.kind = :role', { role });
    if (state !== undefined) query.andWhere('user.disabled = :disabled', { disabled: state === 'disabled' });
    const [users, total] = await query
      .orderBy({ 'user.createdAt': 'DESC', 'user.id': 'DESC' })
      .take(pageSize)
      .skip((page - 1) * pageSize)
      .getManyAndCount();
    return { accounts: users.map(accountOf), total };
  }

  async read(userId: string): Promise<Account> {
    return accountOf(await find(this.dependencies.db.manager, userId));
  }

  async setAdmin(userId: string, admin: boolean): Promise<Account> {
    const { db, revocations } = this.dependencies;
    const { user, isChanged } = await db.transaction(async (tx) => {
      const user = await lock(tx, userId);
      if (user.kind === 'guest') throw new RefusedError('account-is-guest');
      if ((user.kind === 'admin') === admin) return { user, isChanged: false };
      if (!admin) await refuseLastAdmin(tx, user);
      user.kind = admin ? 'admin' : 'registered';
      await tx.update(User, { id: userId }, { kind: user.kind });
      await revocations.write(userId, tx);
      return { user, isChanged: true };
    });
    // Again: until the commit a refresh could still make tokens with the old role.
    if (isChanged) await revocations.revoke(userId);
    return accountOf(user);
  }

  async setDisabled(userId: string, disabled: boolean): Promise<Account> {
    const { db, endEverywhere } = this.dependencies;
    const before = await this.read(userId);
    if ((before.state === 'disabled') === disabled) return before;
    const change = async (tx: EntityManager) => {
      const user = await lock(tx, userId);
      if (disabled) await refuseLastAdmin(tx, user);
      await tx.update(User, { id: userId }, { disabled });
      if (disabled) await new Users(tx).endTickets(userId);
    };
    await (disabled ? endEverywhere(userId, change) : db.transaction(change));
    return this.read(userId);
  }

  async endSessions(userId: string): Promise<void> {
    const { db, endEverywhere } = this.dependencies;
    const { id } = await find(db.manager, userId);
    await endEverywhere(id, (tx) => new Users(tx).endTickets(id));
  }

  async erase(userId: string, change: EraseChange): Promise<void> {
    const remove = async (tx: EntityManager) => {
      const user = await lockIfFound(tx, userId);
      if (user !== null) await refuseLastAdmin(tx, user);
      await change(tx, user && accountOf(user));
      await tx.delete(User, { id: userId });
    };
    await this.dependencies.endEverywhere(userId, remove, { forGood: true });
  }
}

async function find(db: EntityManager, userId: string): Promise<User> {
  const user = USER_ID.test(userId) ? await db.findOneBy(User, { id: userId }) : null;
  if (user === null) throw new RefusedError('account-not-found');
  return user;
}

async function lock(tx: EntityManager, userId: string): Promise<User> {
  const user = await lockIfFound(tx, userId);
  if (user === null) throw new RefusedError('account-not-found');
  return user;
}

async function lockIfFound(tx: EntityManager, userId: string): Promise<User | null> {
  if (!USER_ID.test(userId)) return null;
  // All administrators first, in one order: concurrent changes of roles queue up without a deadlock.
  await tx.query(LOCK_ADMINS);
  await tx.query(LOCK_ACCOUNT, [userId]);
  return tx.findOneBy(User, { id: userId });
}

async function refuseLastAdmin(tx: EntityManager, user: User): Promise<void> {
  if (user.kind !== 'admin' || user.disabled) return;
  const others = await tx.existsBy(User, { kind: 'admin', disabled: false, id: Not(user.id) });
  if (!others) throw new RefusedError('last-admin');
}

const accountOf = ({ id, kind, disabled, displayName, email, createdAt, lastSeen }: User): Account => ({
  userId: id,
  role: kind,
  state: disabled ? 'disabled' : 'enabled',
  displayName,
  email,
  createdAt: createdAt.getTime(),
  lastSeenAt: lastSeen.getTime(),
});
