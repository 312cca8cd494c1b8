import { SHOW_LIMITS } from '@earworm/contracts';

export const SELECT_PLANS = `select room_id as "roomId", number, room.name, room_group as "group",
    coalesce(room.starts_at, show.starts_at) as "startsAt", room.game_id as "gameId", room.game_code as "gameCode"
  from room join show using (show_id) where show_id = $1 order by number, room_id`;

export const SELECT_THRESHOLDS = 'select thresholds from show where show_id = $1 and deleted_at is null';

/** Events that begin within $1 ms or have begun within $2 ms. */
export const SELECT_RUNNING = `select show_id as "showId" from show
  where deleted_at is null and starts_at < clock_timestamp() + make_interval(secs => $1 / 1000.0)
    and starts_at > clock_timestamp() - make_interval(secs => $2 / 1000.0)
  order by starts_at desc limit 200`;

export const SELECT_OPEN = `select room_id as "roomId", kind, since, claimed_by as "claimedBy", claimed_name as "claimedName",
    claimed_at as "claimedAt", snoozed_until as "snoozedUntil", snooze_reason as "snoozeReason",
    snoozed_name as "snoozedName"
  from attention where show_id = $1 and ended_at is null`;

/** $2: reasons as JSON, with times in ms. */
export const NOTE_REASONS = `insert into attention (attention_id, show_id, room_id, kind, since)
  select gen_random_uuid(), $1, "roomId", kind, to_timestamp(since / 1000.0)
    from jsonb_to_recordset($2::jsonb) as reason ("roomId" uuid, kind text, since double precision)
  on conflict (show_id, room_id, kind) where ended_at is null do nothing`;

const THESE = `show_id = $1 and ended_at is null and (room_id, kind) in (
    select "roomId", kind from jsonb_to_recordset($2::jsonb) as reason ("roomId" uuid, kind text))`;

export const END_REASONS = `update attention set ended_at = clock_timestamp() where ${THESE}`;

export const CLAIM_REASONS = `update attention set claimed_by = $3, claimed_name = $4,
    claimed_at = case when claimed_by = $3 then claimed_at else clock_timestamp() end
  where ${THESE}`;
export const LET_GO = `update attention set claimed_by = null, claimed_name = null, claimed_at = null where ${THESE}`;
export const LOCK_REASONS = `select claimed_by as "claimedBy", claimed_name as "claimedName" from attention
  where ${THESE} order by attention_id for update`;

/** For $3 minutes; with none a snooze ends. */
export const SNOOZE_REASONS = `update attention set
    snoozed_until = case when $3 > 0 then clock_timestamp() + make_interval(mins => $3) end,
    snooze_reason = case when $3 > 0 then $4 end, snoozed_name = case when $3 > 0 then $5 end
  where ${THESE}`;

export const LIST_SOLVED = `select attention.room_id as "roomId", kind, room.number, room.name, since,
    ended_at as "endedAt", claimed_name as "claimedBy"
  from attention join room on room.room_id = attention.room_id and room.show_id = attention.show_id
  where attention.show_id = $1 and ended_at is not null
  order by ended_at desc, attention_id limit ${SHOW_LIMITS.solvedPerList}`;

/** What was solved long ago, and what is of events or rooms that do not exist any more. */
export const SWEEP_ATTENTION = `delete from attention
  where ended_at < clock_timestamp() - make_interval(days => ${SHOW_LIMITS.solvedDays})
    or not exists (select 1 from room where room.room_id = attention.room_id)`;
