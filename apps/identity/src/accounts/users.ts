import { randomUUID } from 'node:crypto';
import { type EntityManager, QueryFailedError } from 'typeorm';
import { User, type UserKind } from './user.entity.js';

const DAY = 86_400_000;
export const isDuplicate = (error: unknown) =>
  error instanceof QueryFailedError && (error.driverError as { code?: string }).code === '23505';

/** What somebody becomes an account with. */
export type AccountFields = Pick<User, 'email' | 'displayName' | 'passwordHash'>;

/** The table of users. E-mails are expected as `readEmail` gives them. */
export class Users {
  readonly #rows;

  /** `db`: the whole database, or a transaction in it. */
  constructor(private readonly db: Pick<EntityManager, 'getRepository' | 'query'>) {
    this.#rows = db.getRepository(User);
  }

  find(id: string): Promise<User | null> {
    return this.#rows.findOneBy({ id });
  }

  findByEmail(email: string): Promise<User | null> {
    return this.#rows.findOneBy({ email });
  }

  /** Undefined when the e-mail is already in use, also when two ask at the same moment. */
  async create(kind: UserKind, email: string, displayName: string, passwordHash: string): Promise<User | undefined> {
    const now = new Date();
    const user = this.#rows.create({
      ...{ id: randomUUID(), kind, email, displayName, passwordHash, disabled: false },
      ...{ createdAt: now, lastSeen: now, ticketsFrom: null },
    });
    try {
      await this.#rows.insert(user);
      return user;
    } catch (error) {
      if (isDuplicate(error)) return undefined;
      throw error;
    }
  }

  /** Until the transaction ends nobody else changes this guest. False: there is no such guest (any more). */
  async lockGuest(id: string): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(
      `select 1 from user_account where id = $1 and kind = 'guest' and not disabled for update`,
      [id],
    );
    return rows.length > 0;
  }

  /** The guest as an account, whose tickets no longer count. Null: there is no such guest (any more). Throws for a taken e-mail. */
  async upgradeGuest(id: string, fields: AccountFields): Promise<User | null> {
    const now = new Date();
    const { affected } = await this.#rows.update(
      { id, kind: 'guest', disabled: false },
      { ...fields, kind: 'registered', lastSeen: now, ticketsFrom: now },
    );
    return affected === 1 ? this.find(id) : null;
  }

  /** One statement for any number of guests. */
  async createGuests(ids: readonly string[]): Promise<void> {
    await this.db.query(
      `insert into user_account (id, kind, display_name, created_at, last_seen)
       select id, 'guest', 'Guest', now(), now() from unnest($1::uuid[]) as id`,
      [ids],
    );
  }

  /** Written at most once a day per user: refreshes are frequent and only the day matters. */
  async seen(user: User): Promise<void> {
    if (Date.now() - user.lastSeen.getTime() > DAY) await this.#rows.update({ id: user.id }, { lastSeen: new Date() });
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
