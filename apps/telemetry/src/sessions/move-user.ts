import type { Move } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

/** Moves a guest's sessions and errors to an account. Idempotent. */
export async function moveUser(database: DataSource, { from, to }: Move): Promise<void> {
  if (from === to) return;
  await database.transaction(async (manager) => {
    await manager.query(`select pg_advisory_xact_lock(hashtext('telemetry.user'), hashtext($1))`, [to]);
    await manager.query(`update user_session set user_id = $2 where user_id = $1`, [from, to]);
    // Users are counted by their first session.
    await manager.query(
      `update user_session set previous_time = before.start_time
        from (select session_id, lag(start_time) over (partition by user_type order by start_time, session_id) as start_time
          from user_session where user_id = $1) as before
        where user_session.session_id = before.session_id
          and user_session.previous_time is distinct from before.start_time`,
      [to],
    );
    await manager.query(`update error_log set user_id = $2 where user_id = $1`, [from, to]);
    await manager.query(
      `insert into error_user (fingerprint, user_id, first_at, last_at)
        select fingerprint, $2, first_at, last_at from error_user where user_id = $1
        on conflict (fingerprint, user_id) do update set first_at = least(error_user.first_at, excluded.first_at),
          last_at = greatest(error_user.last_at, excluded.last_at)`,
      [from, to],
    );
    await manager.query(`delete from error_user where user_id = $1`, [from]);
  });
}
