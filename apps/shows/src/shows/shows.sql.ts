import { SHOW_LIMITS } from '@earworm/contracts';

/** Until the end of the transaction: events of one account are counted one after the other. */
export const LOCK_ACCOUNT = `select pg_advisory_xact_lock(hashtext('shows.account'), hashtext($1))`;

const seconds = (ms: number) => `make_interval(secs => ${ms / 1_000})`;
/** Neither deleted nor long over. */
const IS_OPEN = `deleted_at is null and starts_at > clock_timestamp() - ${seconds(SHOW_LIMITS.openAfterStartMs)}`;
/** A deleted event can be restored for a day; then it is as if it were gone. */
const IS_KEPT = `(show.deleted_at is null or show.deleted_at > clock_timestamp() - ${seconds(SHOW_LIMITS.restoreMs)})`;

/** Without the event $2 itself. */
export const COUNT_SHOWS = `select count(*)::int as kept, count(*) filter (where ${IS_OPEN})::int as open,
    count(*) filter (where created_at > clock_timestamp() - interval '1 day')::int as today
  from show where owner_id = $1 and show_id <> $2`;

const COUNTS = `(select json_build_object(
    'planned', count(*) filter (where state = 'planned'), 'preparing', count(*) filter (where state = 'preparing'),
    'ready', count(*) filter (where state = 'ready'), 'failed', count(*) filter (where state = 'failed'))
  from room where room.show_id = show.show_id) as counts`;
export const SELECT_COUNTS = `select ${COUNTS} from show where show_id = $1`;

const SUMMARY = `show.show_id as "showId", show.name, show.starts_at as "startsAt", show.time_zone as "timeZone",
  show.place, show.deleted_at as "deletedAt", ${COUNTS}`;

/** Those whose staff the user $1 is on. */
export const LIST_SHOWS = `select ${SUMMARY}, staff.role from show join staff using (show_id)
  where staff.user_id = $1 and ${IS_KEPT} order by show.starts_at desc, show.show_id`;

export const LIST_ALL_SHOWS = `select ${SUMMARY}, null as role from show
  where ${IS_KEPT} order by show.starts_at desc, show.show_id limit 200`;

/**
 * Events that name networks, with their hours: from before the first planned start, whether of a room or the event, until
 * long after the event's. A day bounds what rooms can add.
 */
const NETWORKS = `select show.*, rooms.people, rooms.begins - ${seconds(SHOW_LIMITS.networkBeforeMs)} as begins,
    starts_at + ${seconds(SHOW_LIMITS.networkAfterMs)} as ends,
    (select name from staff where staff.show_id = show.show_id and staff.user_id = show.owner_id) as owner
  from show cross join lateral (
    select greatest(1, count(*))::int * people_per_room as people,
      greatest(least(min(room.starts_at), show.starts_at), show.starts_at - ${seconds(SHOW_LIMITS.networkEarliestMs)}) as begins
    from room where room.show_id = show.show_id) as rooms
  where networks <> '{}'`;
const COLUMNS = `show_id as "showId", name, starts_at as "startsAt", time_zone as "timeZone", place, networks, people,
  people_per_room as "perRoom", approved_networks as "approvedNetworks", begins, ends, coalesce(owner, '') as owner`;

export const SELECT_NETWORKS = `select ${COLUMNS} from (${NETWORKS} and show_id = $1) as asked`;

export const LIST_NETWORKS = `select ${COLUMNS} from (${NETWORKS} and deleted_at is null) as asked
  where ends > clock_timestamp() order by begins, show_id limit 200`;

const IS_DUE = `(not ${IS_KEPT} or starts_at + make_interval(days => keep_days) < clock_timestamp())`;

/** Events that were deleted or are over for long enough. */
export const SELECT_DUE = `select show_id as "showId" from show where ${IS_DUE}`;
/** No row if the event is to be kept longer by now, or another replica has erased it. */
export const LOCK_DUE = `select show_id as "showId" from show where show_id = $1 and ${IS_DUE} for update`;

/** $1: ids and times in ms as JSON. */
export const END_RESTORED = `update show set deleted_at = to_timestamp(0)
  from jsonb_to_recordset($1::jsonb) as erased ("showId" uuid, "erasedAt" double precision)
  where show_id = "showId" and created_at < to_timestamp("erasedAt" / 1000.0)`;

/** An event with everything that belongs to it. */
export const DELETE_SHOW = `with gone as (delete from show where show_id = $1 returning show_id),
  gone_staff as (delete from staff using gone where staff.show_id = gone.show_id),
  gone_invites as (delete from staff_invite using gone where staff_invite.show_id = gone.show_id),
  gone_attention as (delete from attention using gone where attention.show_id = gone.show_id),
  gone_holds as (delete from start_hold using gone where start_hold.show_id = gone.show_id),
  gone_acts as (delete from bulk_act using gone where bulk_act.show_id = gone.show_id returning job_id),
  gone_act_rooms as (delete from bulk_act_room using gone_acts where bulk_act_room.job_id = gone_acts.job_id),
  gone_advances as (delete from advance using gone where advance.show_id = gone.show_id returning job_id),
  gone_advanced as (delete from advanced using gone_advances where advanced.job_id = gone_advances.job_id),
  gone_rooms as (delete from room using gone where room.show_id = gone.show_id returning room_id),
  gone_links as (delete from crew_link using gone_rooms where crew_link.room_id = gone_rooms.room_id)
  select from gone`;

export const SWEEP_INVITES = `delete from staff_invite
  where expires_at < clock_timestamp() - make_interval(days => ${SHOW_LIMITS.inviteDays})`;
