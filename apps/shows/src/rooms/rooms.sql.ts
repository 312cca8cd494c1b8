/** $1: rows as JSON. $3: who changes them; rounds are planned by the operator who changed them last. */
export const UPSERT_ROOMS = `insert into room as old
    (room_id, show_id, own_id, number, name, room_group, template_id, later_template_ids, rounds_planned_by, language,
      starts_at, crew_emails, teams)
  select gen_random_uuid(), $2, "ownId", number, name, "group", "templateId", "laterTemplateIds", $3, language,
      "startsAt", "crewEmails", teams
    from jsonb_to_recordset($1::jsonb) as row ("ownId" text, number integer, name text, "group" text,
      "templateId" text, "laterTemplateIds" text[], language text, "startsAt" timestamptz, "crewEmails" text[], teams jsonb)
  on conflict (show_id, own_id) do update set
    number = excluded.number, name = excluded.name, room_group = excluded.room_group,
    template_id = excluded.template_id, later_template_ids = excluded.later_template_ids,
    rounds_planned_by = case when old.later_template_ids = excluded.later_template_ids
      then old.rounds_planned_by else excluded.rounds_planned_by end,
    language = excluded.language, starts_at = excluded.starts_at,
    crew_emails = excluded.crew_emails, teams = excluded.teams,
    mailed_at = case when old.crew_emails = excluded.crew_emails then old.mailed_at end`;

/** The games of these rooms of an event learn the new names. */
export const PLACE_AGAIN = `update room set state = 'preparing', code = null, batch_id = $3, claimed_until = null
  where show_id = $1 and own_id = any($2) and game_id is not null and state <> 'preparing'`;

export const LIST_ROOMS = `select room_id as "roomId", own_id as "ownId", number, name, room_group as "group",
    template_id as "templateId", later_template_ids as "laterTemplateIds", language, starts_at as "startsAt",
    crew_emails as "crewEmails", teams, state, code, game_id as "gameId", game_code as "gameCode", mailed_at as "mailedAt"
  from room where show_id = $1 and (number, room_id) > ($2::integer, $3::uuid)
  order by number, room_id limit $4`;

/** From this room on. */
export const ROOMS_WITH_GAMES = `select room_id as "roomId", own_id as "ownId", number, name, room_group as "group",
    starts_at as "startsAt", game_id as "gameId"
  from room where show_id = $1 and (number, room_id) >= ($2::integer, $3::uuid)
  order by number, room_id limit $4`;

/** Rooms in the state $2 of an event are asked for. */
export const BEGIN = `update room
  set state = 'preparing', code = null, prepared_by = case when game_id is null then $3 else prepared_by end,
    batch_id = $4, claim = null, claimed_until = null
  where show_id = $1 and state = $2`;

/** In their first round, with a template, from this room on. */
export const ROOMS_OF_TEMPLATES = `select room_id as "roomId", number, name, game_id as "gameId", template_id as "templateId",
    template_version as "templateVersion", prepared_by as "preparedBy"
  from room where show_id = $1 and (number, room_id) > ($2::integer, $3::uuid)
    and state = 'ready' and round = 1 and game_id is not null and template_id is not null and prepared_by is not null
  order by number, room_id limit $4`;

export const UPDATE_QUESTIONS = `update room set state = 'preparing', code = null, updates_questions = true, batch_id = $3,
    claim = null, claimed_until = null
  where show_id = $1 and room_id = any($2) and state = 'ready' and round = 1
    and game_id is not null and template_id is not null`;

/** The game of the round $2 + 1 is $3; its players are still in the game before. */
export const NOTE_NEXT = 'update room set next_game_id = $3 where room_id = $1 and round = $2';

/** The round $2 + 1 has begun. By two at once it is counted once. */
export const END_ROUND = `update room set round = round + 1, next_game_id = null, game_code = coalesce($3, game_code)
  where room_id = $1 and round = $2`;

/** A room that is being prepared this moment, or has its game already, goes on. */
export const STOP = `update room set state = 'planned', claim = null, claimed_until = null
  where show_id = $1 and state = 'preparing' and game_id is null
    and (claim is null or claimed_until < clock_timestamp())`;

/** That of the group of the room, else that of the event. */
const HOLD = (column: string) => `(select ${column} from start_hold as hold
    where hold.show_id = room.show_id and hold.room_group in ('', room.room_group)
    order by hold.room_group desc limit 1)`;

const HOLD_COLUMNS = `${HOLD('is_held')} as "isHeld", ${HOLD('changed_by')} as "heldBy", room.start_due as "startDue"`;

export const HOLD_OF_ROOM = `select ${HOLD_COLUMNS} from room where room_id = $1`;

/** One of several replicas gets a room, in the order of the rooms' numbers, so that a large event holds up no small one. */
export const CLAIM = `with claimed as (
    select room_id from room join show using (show_id)
      where room.state = 'preparing' and show.deleted_at is null
        and (claimed_until is null or claimed_until < clock_timestamp())
      order by room.number limit $2 for update of room skip locked
  )
  update room set claim = $1, claimed_until = clock_timestamp() + make_interval(secs => $3)
    from claimed, show where room.room_id = claimed.room_id and show.show_id = room.show_id
  returning room.room_id as "roomId", room.show_id as "showId", room.name, room.template_id as "templateId",
    room.game_id as "gameId", room.updates_questions as "updatesQuestions", room.prepared_by as "preparedBy", room.batch_id as "batchId", room.teams,
    ${HOLD_COLUMNS},
    show.settings, show.time_trial_mode as "timeTrialMode"`;

/** Locked rows are being written; no other replica can claim them, so they are skipped. */
export const RENEW_ROOMS = `with held as (
    select room_id from room join jsonb_to_recordset($1::jsonb) as given ("roomId" uuid, claim uuid)
        on room_id = given."roomId" and room.claim = given.claim
      where state = 'preparing' for update of room skip locked
  )
  update room set claimed_until = clock_timestamp() + make_interval(secs => $2) from held where room.room_id = held.room_id`;

/**
 * With another name than the game was given, or a start that is due, the room is prepared once more. $7: why it has not got
 * other questions. $8: whether its start is due.
 */
export const END_READY = `update room set claim = null, claimed_until = null, code = $7,
    game_id = coalesce($4, game_id), game_code = coalesce($5, game_code),
    template_version = coalesce($6, template_version), updates_questions = updates_questions and name <> $3,
    ready_at = case when game_id is null then clock_timestamp() else ready_at end, start_due = $8,
    state = case when name = $3 and not $8 then 'ready' else 'preparing' end
  where room_id = $1 and claim = $2`;

export const END_FAILED = `update room set state = 'failed', code = $3, updates_questions = false, claim = null,
    claimed_until = null
  where room_id = $1 and claim = $2`;

/** Rooms whose first game was erased, with those that followed it. What was noted about it goes too. */
export const END_ERASED = `with ended as (
    update room set state = 'failed', code = 'game-erased', game_id = null, game_code = null,
      next_game_id = null, updates_questions = false, claim = null, claimed_until = null
    where game_id = any($1::text[]) returning room_id)
  delete from attention using ended where attention.room_id = ended.room_id`;

/** The room is tried again in $3 seconds. */
export const GIVE_BACK_ROOM = `update room
  set claim = null, claimed_until = clock_timestamp() + make_interval(secs => $3)
  where room_id = $1 and claim = $2`;
