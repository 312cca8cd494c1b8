export const LOCK_ERRORS = `select pg_advisory_xact_lock(hashtext('telemetry.errors'))`;

export const SELECT_SESSION_USERS =
  'select session_id as "sessionId", user_id as "userId" from user_session where session_id = any($1)';

export const SELECT_KNOWN_GROUPS = 'select fingerprint from error_group where fingerprint = any($1)';

export const COUNT_NEW_GROUPS = `select count(*)::int as today from error_group where first_at > now() - interval '1 day'`;

export const COUNT_KEPT = `select fingerprint, count(*)::int as kept from error_log
  where fingerprint = any($1) and timestamp > now() - interval '1 hour' group by fingerprint`;

export const SELECT_LATEST = `select id::text, message, name, stack, source, additional_info as "additionalInfo", timestamp,
    user_id as "userId", user_agent as "userAgent", url, referrer, viewport_width as "viewportWidth",
    viewport_height as "viewportHeight"
  from error_log where fingerprint = $1 order by timestamp desc, id desc limit $2`;

/** After an insert into `error_group`. */
export const WIDEN_GROUP = `on conflict (fingerprint) do update set last_at = greatest(error_group.last_at, excluded.last_at),
  first_at = least(error_group.first_at, excluded.first_at)`;

/** After an insert into `error_user`. */
export const WIDEN_USER =
  'on conflict (fingerprint, user_id) do update set last_at = greatest(error_user.last_at, excluded.last_at)';
