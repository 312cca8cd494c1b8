import { randomUUID } from 'node:crypto';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { User, type UserKind } from './user.entity.js';
import { INSERT_GUESTS, LOCK_GUEST } from './accounts.sql.js';

const DAY_MS = 86_400_000;

export const isDuplicate = (error: unknown) =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23505';

export type AccountFields = Pick<User, 'email' | 'displayName' | 'passwordHash'>;

export function newUser(kind: UserKind, id: string, displayName: string): User {
  const now = new Date();
  return {
    id,
    kind,
    displayName,
    email: null,
    passwordHash: null,
    disabled: false,
    createdAt: now,
    lastSeen: now,
    ticketsFrom: null,
  };
}

/** The table of users. E-mails as `readEmail` returns them. */
export class Users {
  readonly #rows;

  constructor(private readonly db: Pick<EntityManager, 'getRepository' | 'query'>) {
    this.#rows = db.getRepository(User);
  }

  find(id: string): Promise<User | null> {
    return this.#rows.findOneBy({ id });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.#rows.findOneBy({ email });
  }

  /** Undefined for an e-mail in use, also of two concurrent requests. */
  async create(kind: UserKind, email: string, displayName: string, passwordHash: string): Promise<User | undefined> {
    const user = { ...newUser(kind, randomUUID(), displayName), email, passwordHash };
    try {
      await this.#rows.insert(user);
      return user;
    } catch (error) {
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  }

  /** Until the end of the transaction. False: no such guest. */
  async lockGuest(id: string): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(LOCK_GUEST, [id]);
    return rows.length > 0;
  }

  /** The guest as an account; its earlier tickets no longer count. Null: no such guest. Throws for an e-mail in use. */
  async upgradeGuest(id: string, fields: AccountFields): Promise<User | null> {
    const now = new Date();
    const { affected } = await this.#rows.update(
      { id, kind: 'guest', disabled: false },
      { ...fields, kind: 'registered', lastSeen: now, ticketsFrom: now },
    );
    return affected === 1 ? this.find(id) : null;
  }

  async createGuests(ids: readonly string[]): Promise<void> {
    await this.db.query(INSERT_GUESTS, [ids]);
  }

  /** Written at most once a day: refreshes are frequent, and only the day matters. */
  async seen(user: User): Promise<void> {
    if (Date.now() - user.lastSeen.getTime() > DAY_MS)
      await this.#rows.update({ id: user.id }, { lastSeen: new Date() });
  }

  async endTickets(id: string): Promise<void> {
    await this.#rows.update({ id, kind: 'guest' }, { ticketsFrom: new Date() });
  }

  async setPassword(id: string, passwordHash: string): Promise<void> {
    await this.#rows.update({ id }, { passwordHash });
  }

  async makeAdmin(id: string): Promise<void> {
    await this.#rows.update({ id }, { kind: 'admin' });
  }

  hasAdmin(): Promise<boolean> {
    return this.#rows.existsBy({ kind: 'admin' });
  }
}
