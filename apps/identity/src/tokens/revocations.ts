import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { type Revocation, REVOKED } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';

/** Told at most; when there are more, those that run out first are left out. */
const MOST = 5_000;
/** Lives are jittered by a tenth, and clocks differ a little. */
const LONGER = 1.1;
const CLOCKS_SECONDS = 60;

/** Ends access tokens before their time, for one user at a moment: by a row that lives as long as they would have. */
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
    const notBefore = Math.floor(Date.now() / 1000) + 1;
    await this.db.query(
      `insert into revocation (user_id, not_before, expires_at)
       values ($1, to_timestamp($2), to_timestamp($2 + $3)) on conflict (user_id) do update
         set not_before = excluded.not_before, expires_at = excluded.expires_at`,
      [userId, notBefore, Math.ceil(this.lifeSeconds * LONGER) + CLOCKS_SECONDS],
    );
    const told: Revocation = { userId, notBefore };
    this.bus.publish(REVOKED, new TextEncoder().encode(JSON.stringify(told)));
    await pause(Math.max(0, notBefore * 1000 - Date.now()));
  }

  /** Newest first. */
  async all(): Promise<Revocation[]> {
    const rows = await this.db.query<{ userId: string; notBefore: string }[]>(
      `select user_id as "userId", extract(epoch from not_before)::bigint as "notBefore" from revocation
        where expires_at > now() order by not_before desc limit ${MOST}`,
    );
    return rows.map(({ userId, notBefore }) => ({ userId, notBefore: Number(notBefore) }));
  }

  /** Whether a token of that second was ended. */
  async ended(userId: string, issuedAt: number): Promise<boolean> {
    const rows = await this.db.query<unknown[]>(
      'select 1 from revocation where user_id = $1 and not_before > to_timestamp($2) and expires_at > now()',
      [userId, issuedAt],
    );
    return rows.length > 0;
  }
}
