import { type Account, ACCOUNT_LIMITS, type AccountPage, type AccountQuery, RefusedError } from '@earworm/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { User } from '../../accounts/user.entity.js';
import { Users } from '../../accounts/users.js';
import type { EndEverywhere } from '../../tokens/end-everywhere.js';
import type { Revocations } from '../../tokens/revocations.js';
import type { AccountDirectory } from '../account-directory.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

interface Parts {
  readonly db: DataSource;
  readonly revocations: Pick<Revocations, 'write' | 'revoke'>;
  readonly endEverywhere: EndEverywhere;
}

/** The users in Postgres, as administrators see them. */
export class EmbeddedDirectory implements AccountDirectory {
  constructor(private readonly parts: Parts) {}

  async search({ search, role, state, page }: AccountQuery): Promise<AccountPage> {
    const { pageSize } = ACCOUNT_LIMITS;
    const wanted = search.trim();
    const rows = this.parts.db.getRepository(User).createQueryBuilder('user');
    // An id finds a guest, too; otherwise there are too many of them, and the index holds none.
    if (UUID.test(wanted)) rows.where('user.id = :id', { id: wanted });
    else {
      rows.where(`user.kind <> 'guest'`);
      const like = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
      if (wanted !== '') rows.andWhere('(user.displayName ilike :like or user.email ilike :like)', { like });
    }
    if (role !== undefined) rows.andWhere('user.kind = :role', { role });
    if (state !== undefined) rows.andWhere('user.disabled = :disabled', { disabled: state === 'disabled' });
    const [users, total] = await rows
      .orderBy({ 'user.createdAt': 'DESC', 'user.id': 'DESC' })
      .take(pageSize)
      .skip((page - 1) * pageSize)
      .getManyAndCount();
    return { accounts: users.map(accountOf), total };
  }

  async read(userId: string): Promise<Account> {
    return accountOf(await find(this.parts.db.manager, userId));
  }

  async setAdmin(userId: string, admin: boolean): Promise<Account> {
    const { db, revocations } = this.parts;
    const changed = await db.transaction(async (tx) => {
      const user = await lock(tx, userId);
      if (user.kind === 'guest') throw new RefusedError('account-is-guest');
      if ((user.kind === 'admin') === admin) return { user, isNew: false };
      if (!admin) await refuseLastAdmin(tx, user);
      user.kind = admin ? 'admin' : 'registered';
      await tx.update(User, { id: userId }, { kind: user.kind });
      await revocations.write(userId, tx);
      return { user, isNew: true };
    });
    // Anew: until the commit a refresh could still make tokens with the old role.
    if (changed.isNew) await revocations.revoke(userId);
    return accountOf(changed.user);
  }

  async setDisabled(userId: string, disabled: boolean): Promise<Account> {
    const before = await this.read(userId);
    if ((before.state === 'disabled') === disabled) return before;
    const change = async (tx: EntityManager) => {
      const user = await lock(tx, userId);
      if (disabled) await refuseLastAdmin(tx, user);
      await tx.update(User, { id: userId }, { disabled });
      if (disabled && user.kind === 'guest') await new Users(tx).endTickets(userId);
    };
    await (disabled ? this.parts.endEverywhere(userId, change) : this.parts.db.transaction(change));
    return this.read(userId);
  }

  async endSessions(userId: string): Promise<void> {
    const { id, kind } = await find(this.parts.db.manager, userId);
    await this.parts.endEverywhere(id, async (tx) => {
      if (kind === 'guest') await new Users(tx).endTickets(id);
    });
  }
}

async function find(db: EntityManager, userId: string): Promise<User> {
  const user = UUID.test(userId) ? await db.findOneBy(User, { id: userId }) : null;
  if (user === null) throw new RefusedError('account-not-found');
  return user;
}

/** The user, locked until the transaction ends. */
async function lock(tx: EntityManager, userId: string): Promise<User> {
  // Administrators first and in one order: two who take the role from each other wait for one another, and neither for good.
  await tx.query(`select 1 from user_account where kind = 'admin' order by id for update`);
  const { id } = await find(tx, userId);
  await tx.query('select 1 from user_account where id = $1 for update', [id]);
  return find(tx, id);
}

/** Throws `last-admin` where nobody else could sign in as an administrator. */
async function refuseLastAdmin(tx: EntityManager, user: User): Promise<void> {
  if (user.kind !== 'admin' || user.disabled) return;
  const others = await tx.query<unknown[]>(
    `select 1 from user_account where kind = 'admin' and not disabled and id <> $1 limit 1`,
    [user.id],
  );
  if (others.length === 0) throw new RefusedError('last-admin');
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
