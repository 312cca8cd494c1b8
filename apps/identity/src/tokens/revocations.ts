import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, EntityManager } from 'typeorm';
import { type Revocation, REVOKED } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

/** Told at most; when there are more, those that run out first are left out. */
const MOST = 5_000;
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

  /** No token of this session counts any more; it must be one that makes no new ones. */
  async endSession(userId: string, session: string, lifeSeconds: number): Promise<void> {
    const told = { userId, session, notBefore: nextSecond() + RENEWED_WITHIN_SECONDS };
    await this.#write(this.db, told, lifeSeconds);
    this.#announce(told);
  }

  /** Whole users first: whoever signs in and out all day takes no room from them. Then the newest first. */
  async all(): Promise<Revocation[]> {
    const rows = await this.db.query<{ userId: string; session: string; notBefore: string }[]>(
      `select user_id as "userId", session, extract(epoch from not_before)::bigint as "notBefore" from revocation
        where expires_at > now() order by session <> '', not_before desc limit ${MOST}`,
    );
    return rows.map(({ userId, session, notBefore }) => ({
      ...{ userId, notBefore: Number(notBefore) },
      ...(session === '' ? {} : { session }),
    }));
  }

  /** Whether a token of that second, and of that session if it says so, was ended. */
  async ended(userId: string, issuedAt: number, session = ''): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(
      `select 1 from revocation
        where user_id = $1 and session in ('', $3) and not_before > to_timestamp($2) and expires_at > now()`,
      [userId, issuedAt, session],
    );
    return rows.length > 0;
  }

  async #write(tx: Pick<EntityManager, 'query'>, told: Revocation, lifeSeconds: number): Promise<void> {
    const { userId, session = '', notBefore } = told;
    await tx.query(
      `insert into revocation (user_id, session, not_before, expires_at)
       values ($1, $2, to_timestamp($3), to_timestamp($3 + $4)) on conflict (user_id, session) do update
         set not_before = excluded.not_before, expires_at = excluded.expires_at`,
      [userId, session, notBefore, Math.ceil(lifeSeconds * LONGER) + CLOCKS_SECONDS],
    );
  }

  #announce(told: Revocation): void {
    this.bus.publish(REVOKED, new TextEncoder().encode(JSON.stringify(told)));
  }
}

const nextSecond = (): number => Math.floor(Date.now() / 1000) + 1;
