import { type Account, FORMER_PERSON } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { DataSource, EntityManager } from 'typeorm';
import {
  DELETE_MAILS,
  DELETE_OF_USER,
  DELETE_REVOCATIONS,
  ERASE_FROM_AUDIT,
  FINISH,
  NOTE_ERASED,
  NOTE_FORMER,
  NOTE_MOVED,
  NOTE_PERSON,
  POSTPONE,
  TAKE_DUE,
} from './erasures.sql.js';

export interface DueErasure {
  readonly pseudonym: UserId;
  readonly userId: UserId;
  readonly email: string | null;
  readonly name: string | null;
  readonly keepsTemplates: boolean;
  readonly attempts: number;
  /** It was done in every service before. */
  readonly isRepeated: boolean;
}

/** Pages of all games are searched, and each game of the person is a call. The lease is renewed by each page. */
const LEASE_SECONDS = 120;

/** The people to be erased; of those who were, only their pseudonyms and when. */
export class PersonErasures {
  constructor(private readonly db: DataSource) {}

  /** In the transaction that deletes the account, or guest; null: there is none any more. */
  async note(
    tx: Pick<EntityManager, 'query'>,
    userId: string,
    account: Account | null,
    keepsTemplates: boolean,
  ): Promise<void> {
    const { email, displayName: name } = account?.role === 'guest' ? NO_NAME : (account ?? NO_NAME);
    await tx.query(NOTE_PERSON, [userId, email, name, keepsTemplates]);
    await tx.query(NOTE_MOVED, [userId, keepsTemplates]);
    await this.deleteOf(tx, userId, email);
  }

  async deleteOf(tx: Pick<EntityManager, 'query'>, userId: string, email: string | null): Promise<void> {
    for (const statement of DELETE_OF_USER) await tx.query(statement, [userId]);
    if (email !== null) await tx.query(DELETE_MAILS, [email]);
  }

  async noteFormer(userIds: readonly UserId[], keepsTemplates: boolean): Promise<void> {
    await this.db.query(NOTE_FORMER, [userIds, keepsTemplates]);
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

const NO_NAME = { email: null, displayName: null };
