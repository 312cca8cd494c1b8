export const SELECT_ACCOUNT_ID = 'select id from keycloak_account where email = $1';

export const DELETE_FORMER_HOLDER = 'delete from keycloak_account where email = $2 and id <> $1';

export const UPSERT_ACCOUNT = `insert into keycloak_account (id, email) values ($1, $2)
  on conflict (id) do update set email = excluded.email where keycloak_account.email <> excluded.email`;

export const LOCK_ADMINISTRATORS = `select pg_advisory_xact_lock(hashtext('earworm administrators'))`;

export const SELECT_KEYS =
  'select private_jwk as jwk, used_from <= now() as "isUsed" from assertion_key order by used_from desc';

export const LOCK_KEYS = 'lock table assertion_key in share row exclusive mode';

export const DELETE_EXPIRED_KEYS = 'delete from assertion_key where kept_until < now()';

export const SELECT_NEWEST_KEY =
  'select created_at > now() - make_interval(days => $1) as "isYoung" from assertion_key order by created_at desc limit 1';

export const EXPIRE_KEYS =
  'update assertion_key set kept_until = now() + make_interval(secs => $1) where kept_until is null';

export const INSERT_KEY =
  'insert into assertion_key (kid, private_jwk, used_from) values ($1, $2, now() + make_interval(secs => $3))';

export const INSERT_POSITION =
  'insert into keycloak_events (kind, read_to) values ($1, now() - make_interval(secs => $2)) on conflict do nothing';

export const LOCK_POSITION = 'select read_to as "readTo" from keycloak_events where kind = $1 for update skip locked';

export const UPDATE_POSITION = 'update keycloak_events set read_to = $2 where kind = $1';
