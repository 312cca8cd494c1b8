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
    const revocation = await this.write(userId);
    this.#publish(revocation);
    await pause(Math.max(0, revocation.notBefore * 1000 - Date.now()));
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
    const [clock] = await this.db.query<{ micros: string }[]>(
      `select ((extract(epoch from clock_timestamp()) - ${OVERLAP_SECONDS}) * 1e6)::bigint as micros`,
    );
    const rows = await this.db.query<Row[]>(
      `select user_id as "userId", session, extract(epoch from not_before)::bigint as "notBefore",
          ceil(extract(epoch from expires_at - now()))::int as "expiresIn",
          (extract(epoch from written_at) * 1e6)::bigint as at
        from revocation
        where expires_at > now() and written_at <= clock_timestamp()
          and (written_at, user_id, session) > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid, $3)
          and (session <> user_id::text or written_at > coalesce(
            (select written_at from revocation where session = user_id::text
              order by written_at desc offset $4 limit 1), '-infinity'))
        order by written_at, user_id, session limit ${PAGE}`,
      [after?.at ?? 0, after?.userId ?? NO_USER, after?.session ?? '', this.guestsListed],
    );
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
    const rows = await this.db.query<unknown[]>(
      `select 1 from revocation
        where user_id = $1 and session in ('', $3) and not_before > to_timestamp($2) and expires_at > now()
          and written_at <= clock_timestamp()`,
      [userId, issuedAt, session],
    );
    return rows.length > 0;
  }

  async #write(tx: Queries, { userId, session = '', notBefore }: Revocation, inSeconds = 0): Promise<void> {
    const { user, guest } = this.lives;
    const life = session === '' ? Math.max(user, guest) : session === sessionOfGuest(userId) ? guest : user;
    await tx.query(
      `insert into revocation (user_id, session, not_before, expires_at, written_at)
       values ($1, $2, to_timestamp($3), to_timestamp($3 + $4), clock_timestamp() + make_interval(secs => $5))
       on conflict (user_id, session) do update
         set not_before = greatest(revocation.not_before, excluded.not_before),
           expires_at = greatest(revocation.expires_at, excluded.expires_at),
           written_at = case when revocation.expires_at <= now() then excluded.written_at
             else greatest(least(revocation.written_at, excluded.written_at), clock_timestamp()) end`,
      [userId, session, notBefore, Math.ceil(life * JITTER) + CLOCK_SKEW_SECONDS, inSeconds],
    );
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

/** In one transaction with the change that requires it. No token made before this resolves counts after it. */
export type EndEverywhere = (userId: string, change?: (tx: EntityManager) => Promise<void>) => Promise<void>;

export const endEverywhere =
  (
    db: DataSource,
    revocations: Pick<Revocations, 'write' | 'revoke'>,
    endSessions: (userId: string, tx: EntityManager) => Promise<void>,
  ): EndEverywhere =>
  async (userId, change) => {
    await db.transaction(async (tx) => {
      await change?.(tx);
      await endSessions(userId, tx);
      await revocations.write(userId, tx);
    });
    // Again: until the commit a session could still make tokens.
    await revocations.revoke(userId);
  };
