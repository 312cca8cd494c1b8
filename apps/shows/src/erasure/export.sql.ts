import type { ExportQueries } from '@earworm/service-kit/postgres';

export const EXPORT_OF_SHOWS: ExportQueries = {
  events: `select show_id::text as key, json_build_object('showId', show_id, 'name', name, 'startsAt', starts_at,
      'timeZone', time_zone, 'place', place, 'keepDays', keep_days, 'createdAt', created_at, 'deletedAt', deleted_at) as row
    from show where owner_id = $1 and show_id::text > $2 order by 1 limit 100`,
  staff: `select show_id::text as key, json_build_object('showId', show_id, 'name', name, 'role', role,
      'since', since) as row
    from staff where user_id = $1 and show_id::text > $2 order by 1 limit 100`,
  links: `select link_id::text as key, json_build_object('gameId', game_id, 'roomId', room_id, 'purpose', purpose,
      'rights', rights, 'isMine', created_by = $1, 'isUsed', used_by = $1, 'createdAt', created_at) as row
    from crew_link where $1 in (created_by, used_by) and link_id::text > $2 order by 1 limit 200`,
  rooms: `select room_id::text as key, json_build_object('showId', show_id, 'name', name,
      'preparedByMe', prepared_by is not distinct from $1, 'roundsPlannedByMe', rounds_planned_by is not distinct from $1) as row
    from room where $1 in (prepared_by, rounds_planned_by) and room_id::text > $2 order by 1 limit 200`,
  cards: `select attention_id::text as key, json_build_object('showId', show_id, 'kind', kind, 'since', since,
      'claimedAt', claimed_at, 'name', claimed_name) as row
    from attention where claimed_by = $1 and attention_id::text > $2 order by 1 limit 200`,
  startHolds: `select concat(show_id, ' ', room_group) as key, json_build_object('showId', show_id, 'group', room_group, 'isHeld', is_held) as row
    from start_hold where changed_by = $1 and concat(show_id, ' ', room_group) > $2 order by 1 limit 200`,
  advances: `select job_id as key, json_build_object('showId', show_id, 'wish', wish, 'at', asked_at) as row
    from advance where asked_by = $1 and job_id > $2 order by 1 limit 200`,
  advanced: `select job_id as key, json_build_object('name', name, 'rank', rank, 'team', team, 'state', state,
      'fromRoom', from_room, 'toRoom', to_room) as row
    from advanced where player_id = $1 and job_id > $2 order by 1 limit 200`,
  actsInRooms: `select job_id as key, json_build_object('showId', show_id, 'act', act, 'at', asked_at) as row
    from bulk_act where asked_by = $1 and job_id > $2 order by 1 limit 200`,
};
