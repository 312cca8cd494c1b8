import type { DataSource } from 'typeorm';

/** Rows per statement: bounds the time of its locks. */
const BATCH = 500;

/** Deletes expired rows, finished moves, devices unused for a year, and guests without a visit for `days`. */
export async function sweep(db: DataSource, days: number, stopped: () => boolean = () => false): Promise<number> {
  let deleted = 0;
  for (const [table, condition] of [
    ['oidc_record', 'expires_at < now()'],
    ['refresh_session', 'expires_at < now()'],
    ['revocation', 'expires_at < now()'],
    ['known_device', `last_used < now() - interval '365 days'`],
    ['guest_move', `finished_at < now() - interval '1 day'`],
    ['password_reset', 'expires_at < now()'],
    ['user_account', `kind = 'guest' and last_seen < now() - make_interval(days => ${days})`],
  ]) {
    const rows = `select ctid from ${table} where ${condition} limit ${BATCH} for update skip locked`;
    for (let batch = BATCH; batch === BATCH && !stopped(); deleted += batch)
      [, batch] = await db.query<[unknown, number]>(`delete from ${table} where ctid = any(array(${rows}))`);
  }
  return deleted;
}
