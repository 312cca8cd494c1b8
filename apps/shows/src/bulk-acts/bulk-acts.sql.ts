/** Nothing where another one has this id. */
export const ADD_BULK_ACT = `insert into bulk_act (job_id, show_id, act, asked_by, asked_at)
  values ($1, $2, $3, $4, clock_timestamp()) on conflict do nothing returning job_id`;

/** $2: rooms and their games as JSON, in order. */
export const ADD_BULK_ROOMS = `insert into bulk_act_room (job_id, room_id, place, game_id)
  select distinct on ("roomId") $1::text, "roomId", place, after
    from rows from (jsonb_to_recordset($2::jsonb) as ("roomId" uuid, after text)) with ordinality as row ("roomId", after, place)
    order by "roomId", place`;

/** In the order in which the rooms were named. */
export const READ_BULK_ROOMS = `select room_id as "roomId", state, code from bulk_act_room where job_id = $1 order by place`;

/**
 * One of several replicas gets a room, the first rooms of all jobs first. `first`: the first game of the room, which the
 * others followed. `leftMs`: for how long it can still be done.
 */
export const CLAIM_BULK_ROOMS = `with claimed as (
    select job_id, room_id from bulk_act_room
      where state = 'waiting' and (claimed_until is null or claimed_until < clock_timestamp())
      order by place limit $2 for update skip locked
  ), taken as (
    update bulk_act_room as waiting set claim = $1, claimed_until = clock_timestamp() + make_interval(secs => $3)
      from claimed where waiting.job_id = claimed.job_id and waiting.room_id = claimed.room_id
      returning waiting.job_id, waiting.room_id, waiting.game_id
  )
  select taken.job_id as "jobId", taken.room_id as "roomId", taken.game_id as after, job.show_id as "showId", job.act,
    job.asked_by as "askedBy", room.game_id as first, room.room_id is not null as "hasRoom",
    exists (select from staff where staff.show_id = job.show_id and staff.user_id = job.asked_by
      and staff.role = 'operator') as "isOperator",
    show.deleted_at is null as "isKept",
    (extract(epoch from job.asked_at - clock_timestamp() + make_interval(secs => $4)) * 1000)::float8 as "leftMs"
  from taken join bulk_act as job using (job_id)
    left join show on show.show_id = job.show_id
    left join room on room.room_id = taken.room_id and room.show_id = job.show_id`;

/** Locked rows are being written; no other replica can claim them, so they are skipped. */
export const RENEW_BULK_ROOMS = `with held as (
    select job_id, room_id from bulk_act_room
      join jsonb_to_recordset($1::jsonb) as given ("jobId" text, "roomId" uuid, claim uuid)
        on job_id = given."jobId" and room_id = given."roomId" and bulk_act_room.claim = given.claim
      where state = 'waiting' for update of bulk_act_room skip locked
  )
  update bulk_act_room as room set claimed_until = clock_timestamp() + make_interval(secs => $2)
    from held where room.job_id = held.job_id and room.room_id = held.room_id`;

/** $1: as JSON, what came of rooms and under which claims. A room with `againS` is tried again in so many seconds. */
export const NOTE_RESULTS = `update bulk_act_room as room
  set state = result.state, code = result.code, claim = null,
    claimed_until = clock_timestamp() + make_interval(secs => result."againS")
  from jsonb_to_recordset($1::jsonb)
    as result ("jobId" text, "roomId" uuid, claim uuid, state text, code text, "againS" double precision)
  where room.job_id = result."jobId" and room.room_id = result."roomId" and room.claim = result.claim`;

/**
 * The planned start of a room is $4 minutes later, or at $5. In one statement with the end of the act: what is repeated after
 * a crash moves it no further.
 */
export const MOVE_START = `with ended as (
    update bulk_act_room set state = 'done', code = null, claim = null, claimed_until = null
      where job_id = $1 and room_id = $2 and claim = $3 returning room_id
  )
  update room set starts_at = coalesce($5::timestamptz,
      coalesce(room.starts_at, show.starts_at) + make_interval(mins => $4::integer))
    from ended, show where room.room_id = ended.room_id and show.show_id = room.show_id`;

export const SWEEP_BULK_ACTS = `with gone as (
    delete from bulk_act where asked_at < clock_timestamp() - interval '1 day' returning job_id
  )
  delete from bulk_act_room using gone where bulk_act_room.job_id = gone.job_id`;
