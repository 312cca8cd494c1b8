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
