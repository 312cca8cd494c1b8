export const INSERT_SESSION = `insert into refresh_session (id, user_id, generation, created_at, rotated_at, expires_at, provider_session)
  values ($1, $2, 0, now(), now(), now() + make_interval(secs => $3), $4)`;

export const DELETE_OLD_SESSIONS = `delete from refresh_session where id in
  (select id from refresh_session where user_id = $1 order by rotated_at desc, id offset $2)`;

export const DELETE_PROVIDER_SESSIONS = 'delete from refresh_session where provider_session = $1 returning id';

export const SELECT_CURSOR = 'select ((extract(epoch from clock_timestamp()) - $1::int) * 1e6)::bigint as micros';

export const SELECT_REVOCATIONS = `select user_id as "userId", session, extract(epoch from not_before)::bigint as "notBefore",
    ceil(extract(epoch from expires_at - now()))::int as "expiresIn",
    (extract(epoch from written_at) * 1e6)::bigint as at
  from revocation
  where expires_at > now() and written_at <= clock_timestamp()
    and (written_at, user_id, session) > ('epoch'::timestamptz + $1::bigint * interval '1 microsecond', $2::uuid, $3)
    and (session <> user_id::text or written_at > coalesce(
      (select written_at from revocation where session = user_id::text
        order by written_at desc offset $4 limit 1), '-infinity'))
  order by written_at, user_id, session limit $5`;

export const FIND_REVOCATION = `select 1 from revocation
  where user_id = $1 and session in ('', $3) and not_before > to_timestamp($2) and expires_at > now()
    and written_at <= clock_timestamp()`;

export const UPSERT_REVOCATION = `insert into revocation (user_id, session, not_before, expires_at, written_at)
  values ($1, $2, to_timestamp($3), to_timestamp($3 + $4), clock_timestamp() + make_interval(secs => $5))
  on conflict (user_id, session) do update
    set not_before = greatest(revocation.not_before, excluded.not_before),
      expires_at = greatest(revocation.expires_at, excluded.expires_at),
      written_at = case when revocation.expires_at <= now() then excluded.written_at
        else greatest(least(revocation.written_at, excluded.written_at), clock_timestamp()) end`;

export const INSERT_SECRET =
  'insert into signing_secret (name, value, created_at) values ($1, $2, now()) on conflict do nothing';

export const UPSERT_RECORD = `insert into oidc_record (model, id, payload, grant_id, uid, account_id, expires_at)
  values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))
  on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
    account_id = excluded.account_id, expires_at = excluded.expires_at`;
