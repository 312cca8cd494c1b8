export const SELECT_OLD_GUESTS = `select subject, id from keycloak_guest
  where (handed_out_at is not null and last_seen < now() - make_interval(days => $1))
    or (id is null and created_at < now() - $2::interval) limit $3`;

export const DELETE_GUESTS = 'delete from keycloak_guest where subject = any($1::uuid[])';

export const RETURN_GUEST =
  'update keycloak_guest set handed_out_at = null, last_seen = null where subject = $1 and tickets_from is null';

export const DELETE_GUEST = 'delete from keycloak_guest where subject = $1';

export const COUNT_POOLED = 'select count(*) as n from keycloak_guest where handed_out_at is null and id is not null';

export const HAND_OUT_GUESTS = `update keycloak_guest set handed_out_at = now(), last_seen = now() where subject in
    (select subject from keycloak_guest where handed_out_at is null and id is not null
      order by created_at limit $1 for update skip locked)
  returning id, subject`;

export const RESERVE_GUESTS = `insert into keycloak_guest (subject, handed_out_at, last_seen)
  select subject, case when $2 then now() end, case when $2 then now() end from unnest($1::uuid[]) as subject`;

export const STORE_GUEST_IDS = `update keycloak_guest set id = made.id
  from unnest($1::uuid[], $2::uuid[]) as made (subject, id) where keycloak_guest.subject = made.subject`;

export const SELECT_GUEST = `select subject, last_seen as "lastSeen", tickets_from as "ticketsFrom" from keycloak_guest
  where id = $1 and handed_out_at is not null`;

export const TOUCH_GUEST = 'update keycloak_guest set last_seen = now() where id = $1';

export const GUEST_EXISTS = 'select 1 from keycloak_guest where id = $1';

/** Tickets issued before end. */
export const RENEW_TICKETS = 'update keycloak_guest set tickets_from = now() where id = $1';

export const LOCK_HANDED_OUT_GUEST =
  'select 1 from keycloak_guest where id = $1 and handed_out_at is not null for update';

export const DELETE_GUEST_BY_ID = 'delete from keycloak_guest where id = $1';
