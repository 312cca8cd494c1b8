/** By which an id is known as erased when the list has forgotten it. */
const hashOf = (id: string) => `encode(sha256(convert_to(${id}, 'UTF8')), 'hex')`;

/** $2 and $3: as an administrator sees the account; null for a guest. */
export const NOTE_PERSON = `insert into person_erasure (user_id, user_hash, email, name, keeps_templates)
  values ($1::text, ${hashOf('$1::text')}, $2, $3, $4) on conflict (user_hash) do nothing`;

/** What is known of an account that was noted without it. */
export const DESCRIBE_PERSON = `update person_erasure set email = coalesce(email, $2), name = coalesce(name, $3)
  where pseudonym = $1 returning email, name`;

/** Guests who were moved to a user, or people whom a restore has brought back. */
export const NOTE_PEOPLE = `insert into person_erasure (user_id, user_hash, keeps_templates)
  select id, ${hashOf('id')}, $2 from unnest($1::text[]) as id on conflict (user_hash) do nothing returning pseudonym`;

export const NOTE_MOVED = `insert into person_erasure (user_id, user_hash, keeps_templates)
  select guest_id, ${hashOf('guest_id')}, $2 from guest_move where account_id = $1 and guest_id <> $1
  on conflict (user_hash) do nothing`;

/** What belongs to an account or guest, of either provider. */
export const DELETE_OF_USER: readonly string[] = [
  'delete from known_device where user_id::text = $1',
  'delete from password_reset where user_id::text = $1',
  'delete from guest_move where $1 in (guest_id, account_id)',
  'delete from oidc_record where account_id = $1',
  'delete from keycloak_account where id::text = $1',
  'delete from keycloak_guest where id::text = $1',
];
export const DELETE_MAILS = 'delete from outbox_mail where lower("to") = lower($1)';

/** Leased: another replica takes the one of a replica that died after $1 seconds. */
export const TAKE_DUE = `update person_erasure set due_at = now() + make_interval(secs => $1), attempts = attempts + 1
  where pseudonym = (select pseudonym from person_erasure where finished_at is null and due_at <= now()
    order by due_at limit 1 for update skip locked)
  returning pseudonym, user_id as "userId", email, name, keeps_templates as "keepsTemplates", attempts,
    erased_at is not null as "isRepeated"`;

export const POSTPONE = 'update person_erasure set due_at = now() + make_interval(secs => $2) where pseudonym = $1';

/** Everywhere, once. */
export const NOTE_ERASED = `update person_erasure
  set erased_at = now(), due_at = now() + make_interval(secs => $2), attempts = 0 where pseudonym = $1`;

/** The revocations are of tokens that have expired. */
export const DELETE_REVOCATIONS = 'delete from revocation where user_id::text = $1';
export const FINISH = `update person_erasure set user_id = null, email = null, name = null, finished_at = now()
  where pseudonym = $1`;

export const ERASE_FROM_AUDIT = 'select erase_from_audit($1, $2)';
