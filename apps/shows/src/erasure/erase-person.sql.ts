/** $2: the name of all who were erased. While the staff tells who snoozed: a reason may name people. */
export const RENAME_SNOOZES = `update attention set snoozed_name = $2, snooze_reason = '' from staff
  where staff.user_id = $1 and attention.show_id = staff.show_id and snoozed_name = staff.name`;
export const RENAME_CLAIMS = 'update attention set claimed_by = $2, claimed_name = $3 where claimed_by = $1';

/** $1: who; $2: their pseudonym. Their own events are erased with their games in a day. */
export const REPLACE_PERSON: readonly string[] = [
  `update show set owner_id = $2, deleted_at = coalesce(deleted_at, clock_timestamp()) where owner_id = $1`,
  'update staff_invite set created_by = $2 where created_by = $1 and used_by is not null',
  'update staff_invite set used_by = $2 where used_by = $1',
  'update room set prepared_by = $2 where prepared_by = $1',
  'update room set rounds_planned_by = $2 where rounds_planned_by = $1',
  'update start_hold set changed_by = $2 where changed_by = $1',
  'update advance set asked_by = $2 where asked_by = $1',
  'update bulk_act set asked_by = $2 where asked_by = $1',
];
export const DELETE_PERSON: readonly string[] = [
  'delete from staff where user_id = $1',
  'delete from staff_invite where created_by = $1',
  'delete from advanced where player_id = $1',
];

export const ERASE_EMAIL = `update room set crew_emails = array(
    select email from unnest(crew_emails) with ordinality as given (email, n)
      where lower(email) <> lower($1) order by n)
  where exists (select from unnest(crew_emails) as email where lower(email) = lower($1))`;
