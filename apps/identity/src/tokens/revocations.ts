import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import {
  GUEST_REVOCATIONS,
  type Revocation,
  type RevocationCursor,
  type RevocationPage,
  REVOKED,
} from '@earworm/contracts';
import { type Bus, publishJson } from '@earworm/service-kit/bus';
import { sessionOfGuest } from './refresh-tokens.js';
import { FIND_REVOCATION, SELECT_CURSOR, SELECT_REVOCATIONS, UPSERT_REVOCATION } from './tokens.sql.js';

const PAGE = 2_000;
/** Pages overlap: a row whose transaction takes this long to commit is still seen. */
const OVERLAP_SECONDS = 60;
const NO_USER = '00000000-0000-0000-0000-000000000000';
/** Lives of tokens are jittered by a tenth, and clocks differ. */
const JITTER = 1.1;
const CLOCK_SKEW_SECONDS = 60;
/** A concurrent refresh of the session may issue a token this much later. */
const REFRESH_SECONDS = 60;
/** A guest's access tokens still count for this long after a sign-in or sign-up, until sockets have switched. */
const GUEST_GRACE_SECONDS = 30;

/** After this no token counts that was made before. `lives`: of access tokens, in seconds. */
const longestOf = (...lives: readonly number[]): number => Math.ceil(Math.max(...lives) * JITTER) + CLOCK_SKEW_SECONDS;

export const longestTokenSeconds = (config: {
  readonly USER_TOKEN_SECONDS: number;
  readonly guestTokenSeconds: number;
}): number => longestOf(config.USER_TOKEN_SECONDS, config.guestTokenSeconds) + REFRESH_SECONDS;

type Queries = Pick<EntityManager, 'query'>;

/** Ends access tokens of a user or a session before they expire, by a row that lives as long as the tokens. */
export class Revocations {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Pick<Bus, 'publish'>,
    private readonly lives: { readonly user: number; readonly guest: number },
    private readonly guestsListed = GUEST_REVOCATIONS,
  ) {}

  /** Tokens carry whole seconds: resolves in the next one, so that tokens made afterwards count. */
  async revoke(userId: string): Promise<void> {
    const { notBefore } = await this.revokeForGood(userId);
    await pause(Math.max(0, notBefore * 1000 - Date.now()));
  }

  /** No token is made for the user afterwards: there is no second to wait for. */
  async revokeForGood(userId: string): Promise<Revocation> {
    const revocation = await this.write(userId);
    this.#publish(revocation);
    return revocation;
  }

  /** Only the row, which gateways read within seconds. */
  async write(userId: string, tx: Queries = this.db): Promise<Revocation> {
    const revocation = { userId, notBefore: nextSecond() };
    await this.#write(tx, revocation);
    return revocation;
  }

  /** Idempotent. `atMs`: by the provider's clock. */
  async revokeBefore(userId: string, atMs: number): Promise<void> {
    const revocation = { userId, notBefore: Math.floor(atMs / 1_000) + 1 };
    await this.#write(this.db, revocation);
    this.#publish(revocation);
  }

  /** The session must make no new tokens. */
  async endSession(userId: string, session: string): Promise<void> {
    const revocation = { userId, session, notBefore: nextSecond() + REFRESH_SECONDS };
    await this.#write(this.db, revocation);
    this.#publish(revocation);
  }

  /** Takes effect in `inSeconds`, also after a crash. A revocation in force stays in force, and covers the later moment. */
  async endSessionLater(
    { userId, session }: { readonly userId: string; readonly session: string },
    inSeconds: number,
    tx: Queries = this.db,
  ): Promise<void> {
    await this.#write(tx, { userId, session, notBefore: nextSecond() + inSeconds + REFRESH_SECONDS }, inSeconds);
  }

  endGuestLater(userId: string, tx?: Queries): Promise<void> {
    return this.endSessionLater({ userId, session: sessionOfGuest(userId) }, GUEST_GRACE_SECONDS, tx);
  }

  /** Of guests only the newest: many sign-outs of guests displace only each other. */
  async list(after?: RevocationCursor): Promise<RevocationPage> {
    // Before the rows: later ones must come after the cursor.
    const [clock] = await this.db.query<{ micros: string }[]>(SELECT_CURSOR, [OVERLAP_SECONDS]);
    const rows = await this.db.query<Row[]>(SELECT_REVOCATIONS, [
      after?.at ?? 0,
      after?.userId ?? NO_USER,
      after?.session ?? '',
      this.guestsListed,
      PAGE,
    ]);
    const last = rows.length === PAGE ? rows.at(-1) : undefined;
    return {
      revoked: rows.map(({ userId, session, notBefore, expiresIn }) => ({
        userId,
        notBefore: Number(notBefore),
        expiresIn,
        ...(session === '' ? {} : { session }),
      })),
      next: last
        ? { at: Number(last.at), userId: last.userId, session: last.session }
        : { at: Number(clock?.micros), userId: NO_USER, session: '' },
      more: last !== undefined,
    };
  }

  async ended(userId: string, issuedAt: number, session = ''): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(FIND_REVOCATION, [userId, issuedAt, session]);
    return rows.length > 0;
  }

  async #write(tx: Queries, { userId, session = '', notBefore }: Revocation, inSeconds = 0): Promise<void> {
    const { user, guest } = this.lives;
    const life =
      session === '' ? longestOf(user, guest) : session === sessionOfGuest(userId) ? longestOf(guest) : longestOf(user);
    await tx.query(UPSERT_REVOCATION, [userId, session, notBefore, life, inSeconds]);
  }

  #publish(revocation: Revocation): void {
    publishJson(this.bus, REVOKED, revocation);
  }
}

interface Row {
  readonly userId: string;
  readonly session: string;
  readonly notBefore: string;
  readonly expiresIn: number;
  readonly at: string;
}

const nextSecond = (): number => Math.floor(Date.now() / 1000) + 1;

/**
 * In one transaction with the change that requires it. No token made before this resolves counts after it.
 * `forGood`: the user is deleted.
 */
export type EndEverywhere = (
  userId: string,
  change?: (tx: EntityManager) => Promise<void>,
  options?: { readonly forGood: boolean },
) => Promise<void>;

export const endEverywhere =
  (
    db: DataSource,
    revocations: Pick<Revocations, 'write' | 'revoke' | 'revokeForGood'>,
    endSessions: (userId: string, tx: EntityManager) => Promise<void>,
  ): EndEverywhere =>
  async (userId, change, { forGood } = { forGood: false }) => {
    await db.transaction(async (tx) => {
      await change?.(tx);
      await endSessions(userId, tx);
      await revocations.write(userId, tx);
    });
    // Again: until the commit a session could still make tokens.
    await (forGood ? revocations.revokeForGood(userId) : revocations.revoke(userId));
  };
