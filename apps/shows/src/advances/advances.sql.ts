/** Nothing where another one has this id. */
export const ADD_ADVANCE = `insert into advance (job_id, show_id, wish, asked_by, asked_at)
  values ($1, $2, $3, $4, clock_timestamp()) on conflict do nothing returning job_id`;

/** $2: players as JSON, in order, after those that the job has. */
export const ADD_ADVANCED = `insert into advanced (job_id, player_id, place, rank, name, team, team_key, from_room, from_game, from_seat,
    to_room, to_game, to_code, state, code, since)
  select $1, "playerId", coalesce((select max(place) from advanced where job_id = $1), 0) + n, rank, name, team, "teamKey", "fromRoom",
    "fromGame", "fromSeat", "toRoom", "toGame", "toCode", state, code, clock_timestamp()
  from rows from (jsonb_to_recordset($2::jsonb) as ("playerId" text, rank integer, name text, team text, "teamKey" text,
    "fromRoom" uuid, "fromGame" text, "fromSeat" integer, "toRoom" uuid, "toGame" text, "toCode" text, state text, code text)) with ordinality
    as given ("playerId", rank, name, team, "teamKey", "fromRoom", "fromGame", "fromSeat", "toRoom", "toGame", "toCode", state, code, n)
  on conflict do nothing returning player_id`;

/** Who has been sent for so many seconds without arriving is absent. */
const ABSENT_AFTER = 60;
export const READ_ADVANCED = `select player_id as "playerId", rank, name, team, from_room as "fromRoom", to_room as "toRoom", code,
    case when state = 'releasing' then 'released'
      when state = 'sent' and sent_at < clock_timestamp() - interval '${ABSENT_AFTER} seconds' then 'absent'
      else state end as state
  from advanced where job_id = $1 order by place`;

export const LIST_ADVANCES = `select job_id as "jobId", (extract(epoch from asked_at) * 1000)::float8 as "askedAt",
    (select count(*)::int from advanced where advanced.job_id = advance.job_id and state not in ('releasing', 'released')) as people,
    (select count(*)::int from advanced where advanced.job_id = advance.job_id and state = 'arrived') as arrived
  from advance where show_id = $1 order by advance.asked_at desc`;

/** Whether those who were sent have arrived is looked up for so long. */
const LOOKED_FOR = '12 hours';

/**
 * One of several replicas gets players who have a step to do. `isOperator`: whether the person who asked still is one. `isKept`:
 * whether the event is not deleted. `isLate`: the step could not be done for $4 seconds. What is repeated comes after all that is new.
 */
export const CLAIM_ADVANCED = `with claimed as (
    select advanced.job_id, player_id from advanced join advance using (job_id)
      where state in ('waiting', 'reserved', 'sent', 'releasing')
        and (claimed_until is null or claimed_until < clock_timestamp())
        and (state <> 'sent' or sent_at > clock_timestamp() - interval '${LOOKED_FOR}')
      order by claimed_until nulls first, asked_at, place limit $2 for update of advanced skip locked
  ), taken as (
    update advanced set claim = $1, claimed_until = clock_timestamp() + make_interval(secs => $3)
      from claimed where advanced.job_id = claimed.job_id and advanced.player_id = claimed.player_id
      returning advanced.*
  )
  select taken.job_id as "jobId", player_id as "playerId", name, team, team_key as "teamKey", from_game as "fromGame", from_seat as "fromSeat",
    to_game as "toGame", to_seat as "toSeat", to_code as "toCode", state, show_id as "showId", asked_by as "askedBy",
    exists (select from staff where staff.show_id = job.show_id and staff.user_id = job.asked_by
      and staff.role = 'operator') as "isOperator",
    exists (select from show where show.show_id = job.show_id and deleted_at is null) as "isKept",
    since < clock_timestamp() - make_interval(secs => $4) as "isLate"
  from taken join advance as job using (job_id)`;

/** Locked rows are being written; no other replica can claim them, so they are skipped. */
export const RENEW_ADVANCED = `with held as (
    select job_id, player_id from advanced
      join jsonb_to_recordset($1::jsonb) as given ("jobId" text, "playerId" text, claim uuid)
        on job_id = given."jobId" and player_id = given."playerId" and advanced.claim = given.claim
      where state in ('waiting', 'reserved', 'sent', 'releasing') for update of advanced skip locked
  )
  update advanced set claimed_until = clock_timestamp() + make_interval(secs => $2)
    from held where advanced.job_id = held.job_id and advanced.player_id = held.player_id`;

/** $2: players who came into the same state; $6: the seats that are reserved for them, where that is known now. */
export const NOTE_STEP = `update advanced set state = $4, code = $5, claim = null, claimed_until = null, since = clock_timestamp(),
    to_seat = coalesce(given.seat, to_seat),
    sent_at = case when $4 = 'sent' then coalesce(sent_at, clock_timestamp()) else sent_at end
  from unnest($2::text[], $6::integer[]) as given (player, seat)
  where job_id = $1 and player_id = given.player and claim = $3 returning player_id`;

/** The seat that the player had has another user id by now, $4, for whom everything is done again. */
export const FOLLOW_SEAT = `update advanced set player_id = $4, state = 'waiting', code = null, to_seat = null, claim = null,
    claimed_until = null, since = clock_timestamp()
  where job_id = $1 and player_id = $2 and claim = $3
    and not exists (select from advanced as other where other.job_id = $1 and other.player_id = $4)`;

/** $4: when it is tried again, in seconds; those who have been absent for long are looked for less often. */
export const GIVE_BACK = `update advanced set claim = null, claimed_until = clock_timestamp() + make_interval(secs =>
    case when sent_at < clock_timestamp() - interval '10 minutes' then $4 * 10 else $4 end::float8)
  where job_id = $1 and player_id = any($2) and claim = $3`;

/** For a release: no worker may be at it. */
export const CLAIM_FOR_RELEASE = `update advanced set claim = $3, claimed_until = clock_timestamp() + make_interval(secs => $4)
  where job_id = $1 and player_id = $2 and (claimed_until is null or claimed_until < clock_timestamp() or state = 'sent')
  returning state`;

export const SWEEP_ADVANCES = `with gone as (
    delete from advance where asked_at < clock_timestamp() - interval '7 days' returning job_id
  )
  delete from advanced using gone where advanced.job_id = gone.job_id`;

/** A guest has signed in. Where both were advanced, each row stays. */
export const MOVE_ADVANCED = `update advanced set player_id = $2 where player_id = $1
  and not exists (select from advanced as other where other.job_id = advanced.job_id and other.player_id = $2)`;
