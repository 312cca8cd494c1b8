export const INSERT_POSITION =
  'insert into keycloak_events (kind, read_to) values ($1, now() - make_interval(secs => $2)) on conflict do nothing';

export const LOCK_POSITION = 'select read_to as "readTo" from keycloak_events where kind = $1 for update skip locked';

export const UPDATE_POSITION = 'update keycloak_events set read_to = $2 where kind = $1';
