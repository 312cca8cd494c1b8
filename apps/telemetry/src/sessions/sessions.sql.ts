import type { ExportQueries } from '@earworm/service-kit/postgres';

export const LOCK_SESSIONS = `select session_id as "sessionId", user_type as "userType", start_time as "startTime", last_active as "lastActive",
    end_time as "endTime"
  from user_session where session_id = any($1) order by session_id for update`;

export const UPDATE_ACTIVITY = `update user_session set last_active = given.last_active, end_time = given.end_time
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) as given (session_id, last_active, end_time)
  where user_session.session_id = given.session_id`;

export const LOCK_USER = `select pg_advisory_xact_lock(hashtext('telemetry.user'), hashtext($1))`;

export const INSERT_SESSION = `insert into user_session (session_id, user_id, user_name, user_type, start_time, last_active, user_agent, language,
    previous_time)
  values ($1, $2, $3, $4, $5, $5, $6, $7, (select max(start_time) from user_session
    where user_id = $2 and user_type = $4 and start_time <= $5)) on conflict (session_id) do nothing returning 1`;

export const SELECT_OWNER = 'select user_id as "userId" from user_session where session_id = $1';

export const RENAME_SESSION = 'update user_session set user_name = $2 where session_id = $1';

/** The latest session of each user and browser that began before the time. */
export const FIND_SESSIONS = `select session_id as "sessionId", at, gone
  from unnest($1::text[], $2::text[], $3::timestamptz[], $4::boolean[]) as given (user_id, user_agent, at, gone)
    join lateral (select session_id from user_session
      where user_session.user_id = given.user_id and user_session.user_agent = given.user_agent
        and start_time <= given.at
      order by start_time desc limit 1) as its on true
  order by at`;

export const END_SILENT_SESSIONS = `update user_session set end_time = last_active where session_id in (
  select session_id from user_session
    where end_time is null and last_active < $1::timestamptz - make_interval(secs => $2)
    order by session_id for update)`;

export const MOVE_SESSIONS = 'update user_session set user_id = $2 where user_id = $1';

export const RENEW_PREVIOUS_TIMES = `update user_session set previous_time = before.start_time
  from (select session_id, lag(start_time) over (partition by user_type order by start_time, session_id) as start_time
    from user_session where user_id = $1) as before
  where user_session.session_id = before.session_id
    and user_session.previous_time is distinct from before.start_time`;

export const MOVE_ERRORS = 'update error_log set user_id = $2 where user_id = $1';

export const MERGE_ERROR_USERS = `insert into error_user (fingerprint, user_id, first_at, last_at)
  select fingerprint, $2, first_at, last_at from error_user where user_id = $1
  on conflict (fingerprint, user_id) do update set first_at = least(error_user.first_at, excluded.first_at),
    last_at = greatest(error_user.last_at, excluded.last_at)`;

export const DELETE_ERROR_USER = 'delete from error_user where user_id = $1';

export const RENAME_SESSIONS = 'update user_session set user_name = $2 where user_id = $1';

/** What a person has left here. */
export const EXPORT_OF_TELEMETRY: ExportQueries = {
  visits: `select session_id as key, json_build_object('name', user_name, 'startedAt', start_time,
      'lastActiveAt', last_active, 'endedAt', end_time, 'userAgent', user_agent, 'language', language) as row
    from user_session where user_id = $1 and session_id > $2 order by 1 limit 200`,
  errors: `select lpad(id::text, 20, '0') as key, json_build_object('at', timestamp, 'name', name, 'message', message,
      'url', url, 'referrer', referrer, 'userAgent', user_agent, 'viewportWidth', viewport_width,
      'viewportHeight', viewport_height) as row
    from error_log where user_id = $1 and lpad(id::text, 20, '0') > $2 order by 1 limit 50`,
};
