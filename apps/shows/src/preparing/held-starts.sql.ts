export const FORGET_HOLDS = 'delete from start_hold where show_id = $1';

export const NOTE_HOLDS = `insert into start_hold (show_id, room_group, is_held, changed_by)
  select $1, room_group, $3, $4 from unnest($2::text[]) as room_group
  on conflict (show_id, room_group) do update set is_held = excluded.is_held, changed_by = excluded.changed_by`;

const MAKE_START_DUE = `update room set state = 'preparing', code = null, start_due = true
  where game_id is not null and state in ('ready', 'preparing')`;

/** Of these groups, null: of all. */
export const START_DUE_OF_OTHER_ROOMS = `${MAKE_START_DUE}
    and show_id = $1 and ($2::text[] is null or room_group = any($2)) and room_id <> all($3::uuid[])`;

export const START_DUE_OF_ROOM = `${MAKE_START_DUE} and room_id = $1`;

/** Operators who hold or release starts meanwhile wait until the end of the transaction. */
export const LOCK_SHOW = 'select from show where show_id = $1 for share';

/** Before the game of a new room is held: after a crash it is known that it may be. */
export const NOTE_START_DUE = 'update room set start_due = true where room_id = $1 and claim = $2';
