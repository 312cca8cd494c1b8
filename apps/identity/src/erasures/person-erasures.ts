import { type Account, FORMER_PERSON } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { DataSource, EntityManager } from 'typeorm';
import {
  DELETE_MAILS,
  DELETE_OF_USER,
  DELETE_REVOCATIONS,
  DESCRIBE_PERSON,
  ERASE_FROM_AUDIT,
  FINISH,
  NOTE_ERASED,
  NOTE_MOVED,
  NOTE_PEOPLE,
  NOTE_PERSON,
  POSTPONE,
  TAKE_DUE,
} from './erasures.sql.js';

type Queries = Pick<EntityManager, 'query'>;

/** Null for a guest. */
interface Names {
  readonly email: string | null;
  readonly name: string | null;
}

export interface DueErasure extends Names {
  readonly pseudonym: UserId;
  readonly userId: UserId;
  readonly keepsTemplates: boolean;
  readonly attempts: number;
  /** It was done in every service before. */
  readonly isRepeated: boolean;
}

/** The lease is renewed with each page of games that was searched, and each game of the person. */
const LEASE_SECONDS = 120;

/** The people to be erased; of those who were, only their pseudonyms and when. */
export class PersonErasures {
  constructor(private readonly db: DataSource) {}

  /** In the transaction that deletes the account, or guest; null: there is none any more. */
  async note(tx: Queries, userId: string, account: Account | null, keepsTemplates: boolean): Promise<void> {
    const { email, name } = namesOf(account);
    await tx.query(NOTE_PERSON, [userId, email, name, keepsTemplates]);
    await tx.query(NOTE_MOVED, [userId, keepsTemplates]);
    await deleteOf(tx, userId, email);
  }

  /** The same later, as the account is there again, or for the first time for one who was noted without it. */
  async deleteNoted(tx: Queries, { pseudonym, userId }: DueErasure, account: Account | null): Promise<Names> {
    const { email, name } = namesOf(account);
    const [[known = { email, name }]] = await tx.query<[Names[], number]>(DESCRIBE_PERSON, [pseudonym, email, name]);
    await deleteOf(tx, userId, known.email);
    return known;
  }

  /** Returns how many were not noted before. */
  async notePeople(userIds: readonly UserId[], keepsTemplates: boolean): Promise<number> {
    return (await this.db.query<unknown[]>(NOTE_PEOPLE, [userIds, keepsTemplates])).length;
  }

  /** Leases the one that is due first; null: none. */
  async take(): Promise<DueErasure | null> {
    const [[due]] = await this.db.query<[DueErasure[], number]>(TAKE_DUE, [LEASE_SECONDS]);
    return due ?? null;
  }

  async renewLease(pseudonym: UserId): Promise<void> {
    await this.postpone(pseudonym, LEASE_SECONDS * 1_000);
  }

  async postpone(pseudonym: UserId, ms: number): Promise<void> {
    await this.db.query(POSTPONE, [pseudonym, ms / 1_000]);
  }

  /** Everywhere, once; repeated in `againSeconds`. */
  async erased(pseudonym: UserId, againSeconds: number): Promise<void> {
    await this.db.query(NOTE_ERASED, [pseudonym, againSeconds]);
  }

  /** From now on the list does not know who it was. */
  async finish({ pseudonym, userId }: Pick<DueErasure, 'pseudonym' | 'userId'>): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.query(DELETE_REVOCATIONS, [userId]);
      await tx.query(FINISH, [pseudonym]);
    });
  }

  async eraseFromAudit(pseudonym: UserId): Promise<void> {
    await this.db.query(ERASE_FROM_AUDIT, [pseudonym, FORMER_PERSON]);
  }
}

const namesOf = (account: Account | null): Names =>
  account === null || account.role === 'guest'
    ? { email: null, name: null }
    : { email: account.email, name: account.displayName };

async function deleteOf(tx: Queries, userId: string, email: string | null): Promise<void> {
  for (const statement of DELETE_OF_USER) await tx.query(statement, [userId]);
  if (email !== null) await tx.query(DELETE_MAILS, [email]);
}
