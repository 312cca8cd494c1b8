import type { DataSource } from 'typeorm';

/** Rows per statement: a sweep never holds a lock for long nor bloats one transaction. */
const BATCH = 500;

/** Deletes what is over: expired provider records, sessions, revocations and reset links, devices without a visit for a year, and guests without a visit for `days`. */
export async function sweep(db: DataSource, days: number, stopped: () => boolean = () => false): Promise<number> {
  const guests = `select ctid from user_account where kind = 'guest' and last_seen < now() - make_interval(days => ${days})`;
  let deleted = 0;
  for (const [table, over] of [
    ['oidc_record', 'select ctid from oidc_record where expires_at < now()'],
    ['refresh_session', 'select ctid from refresh_session where expires_at < now()'],
    ['revocation', 'select ctid from revocation where expires_at < now()'],
    ['known_device', `select ctid from known_device where last_used < now() - interval '365 days'`],
    ['guest_move', `select ctid from guest_move where finished_at < now() - interval '1 day'`],
    ['password_reset', 'select ctid from password_reset where expires_at < now()'],
    ['user_account', guests],
  ]) {
    for (let batch = BATCH; batch === BATCH && !stopped(); deleted += batch) {
      const sql = `delete from ${table} where ctid = any(array(${over} limit ${BATCH} for update skip locked))`;
      [, batch] = await db.query<[unknown, number]>(sql);
    }
  }
  return deleted;
}
