export const SELECT_ACCOUNT_ID = 'select id from keycloak_account where email = $1';

export const DELETE_FORMER_HOLDER = 'delete from keycloak_account where email = $2 and id <> $1';

export const UPSERT_ACCOUNT = `insert into keycloak_account (id, email) values ($1, $2)
  on conflict (id) do update set email = excluded.email where keycloak_account.email <> excluded.email`;

export const LOCK_ADMINISTRATORS = `select pg_advisory_xact_lock(hashtext('earworm administrators'))`;
