import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import {
  GUEST_REVOCATIONS,
  type Revocation,
  type RevocationCursor,
  type RevocationPage,
  REVOKED,
} from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

const PAGE = 2_000;
/** Read again with the next list: a row written by a transaction that takes this long to commit is still seen. */
const OVERLAP_SECONDS = 60;
const NO_USER = '00000000-0000-0000-0000-000000000000';
/** Lives are jittered by a tenth, and clocks differ a little. */
const LONGER = 1.1;
const CLOCKS_SECONDS = 60;

/** A renewal that was under way when its session ended may answer this much later. */
const RENEWED_WITHIN_SECONDS = 60;

/** Ends access tokens before their time, of one user or session, by a row that lives as long as they would have. */
export class Revocations {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Pick<Bus, 'publish'>,
    /** Of the longest-lived access token. */
    private readonly lifeSeconds: number,
    private readonly guestsListed = GUEST_REVOCATIONS,
  ) {}

  /**
   * Tokens made until now no longer count. Tokens say the whole second only, so this resolves with the next one: what is
   * made afterwards counts.
   */
  async revoke(userId: string): Promise<void> {
    const told = await this.write(userId);
    this.#announce(told);
    const { notBefore } = told;
    await pause(Math.max(0, notBefore * 1000 - Date.now()));
  }

  /** The row alone, which gateways find within seconds, within somebody's transaction. */
  async write(userId: string, tx: Pick<EntityManager, 'query'> = this.db): Promise<Revocation> {
    const told = { userId, notBefore: nextSecond() };
    await this.#write(tx, told, this.lifeSeconds);
    return told;
  }

  /**
   * Tokens from before this moment of the provider's clock no longer count. The same moment again changes nothing: tokens
   * that were made since stay good.
   */
  async revokeBefore(userId: string, atMs: number): Promise<void> {
    const told = { userId, notBefore: Math.floor(atMs / 1_000) + 1 };
    await this.#write(this.db, told, this.lifeSeconds);
    this.#announce(told);
  }

  /** No token of this session counts any more; it must be one that makes no new ones. */
  async endSession(userId: string, session: string, lifeSeconds: number): Promise<void> {
    const told = { userId, session, notBefore: nextSecond() + RENEWED_WITHIN_SECONDS };
    await this.#write(this.db, told, lifeSeconds);
    this.#announce(told);
  }

  /**
   * The same in `inSeconds` from now, within somebody's transaction: gateways find the row then, not before, and also when this
   * process has ended by then. What ends it earlier stays: a row that is in force stays so, and covers the later moment at once.
   */
  async endSessionLater(
    { userId, session, lifeSeconds }: { userId: string; session: string; lifeSeconds: number },
    inSeconds: number,
    tx: Pick<EntityManager, 'query'> = this.db,
  ): Promise<void> {
    const told = { userId, session, notBefore: nextSecond() + inSeconds + RENEWED_WITHIN_SECONDS };
    await this.#write(tx, told, lifeSeconds, inSeconds);
  }

  /** Of guests, the newest only: somebody who signs in and out all day displaces other guests at most. */
  async list(after?: RevocationCursor): Promise<RevocationPage> {
    // Before the rows: what is written meanwhile must come after the cursor.
    const [clock] = await this.db.query<{ micros: string }[]>(
      `select ((extract(epoch from clock_timestamp()) - ${OVERLAP_SECONDS}) * 1e6)::bigint as micros`,
    );
    const rows = await this.db.query<ListedRow[]>(
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
        ...{ userId, notBefore: Number(notBefore), expiresIn },
        ...(session === '' ? {} : { session }),
      })),
      next: last
        ? { at: Number(last.at), userId: last.userId, session: last.session }
        : { at: Number(clock?.micros), userId: NO_USER, session: '' },
      more: last !== undefined,
    };
  }

  /** Whether a token of that second, and of that session if it says so, was ended. */
  async ended(userId: string, issuedAt: number, session = ''): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(
      `select 1 from revocation
        where user_id = $1 and session in ('', $3) and not_before > to_timestamp($2) and expires_at > now()
          and written_at <= clock_timestamp()`,
      [userId, issuedAt, session],
    );
    return rows.length > 0;
  }

  async #write(tx: Pick<EntityManager, 'query'>, told: Revocation, lifeSeconds: number, inSeconds = 0): Promise<void> {
    const { userId, session = '', notBefore } = told;
    await tx.query(
      `insert into revocation (user_id, session, not_before, expires_at, written_at)
       values ($1, $2, to_timestamp($3), to_timestamp($3 + $4), clock_timestamp() + make_interval(secs => $5))
       on conflict (user_id, session) do update
         set not_before = greatest(revocation.not_before, excluded.not_before),
           expires_at = greatest(revocation.expires_at, excluded.expires_at),
           written_at = case when revocation.expires_at <= now() then excluded.written_at
             else greatest(least(revocation.written_at, excluded.written_at), clock_timestamp()) end`,
      [userId, session, notBefore, Math.ceil(lifeSeconds * LONGER) + CLOCKS_SECONDS, inSeconds],
    );
  }

  #announce(told: Revocation): void {
    this.bus.publish(REVOKED, new TextEncoder().encode(JSON.stringify(told)));
  }
}

interface ListedRow {
  readonly userId: string;
  readonly session: string;
  readonly notBefore: string;
  readonly expiresIn: number;
  readonly at: string;
}

const nextSecond = (): number => Math.floor(Date.now() / 1000) + 1;
