/** Leases the move that is due first. */
export const TAKE_MOVE = `update guest_move set due_at = now() + make_interval(secs => $1) where guest_id = (
   select guest_id from guest_move where finished_at is null and due_at <= now()
     order by due_at limit 1 for update skip locked)
  returning guest_id as "guestId"`;

export const RECORD_PROGRESS = `update guest_move set due_at = now() + make_interval(secs => $6),
    attempts = case when $2::text is null then attempts else 0 end,
    done = case when $2::text is null then done else array_append(done, $2) end,
    games = case when $3::text is null or $3 = any(games) then games else array_append(games, $3) end,
    templates = coalesce($4, templates), past_games = coalesce($5, past_games)
  where guest_id = $1`;

export const RECORD_MOVED = `update guest_move set moved_at = now(), due_at = now() + make_interval(secs => $2), done = '{guest}'
  where guest_id = $1`;

export const POSTPONE_MOVE =
  'update guest_move set attempts = attempts + 1, due_at = now() + make_interval(secs => $2) where guest_id = $1';

export const RECENT_MOVES = `select created_at as "startedAt", moved_at is not null as done, templates,
    cardinality(games) + past_games as games
  from guest_move where account_id = $1 and guest_id <> $1 and created_at > now() - interval '1 hour'
  order by created_at desc limit 20`;

export const KEEP_FOR_UPGRADE = `insert into guest_move (guest_id, account_id) values ($1, $1) on conflict (guest_id) do update
    set due_at = now(), finished_at = null, done = '{}' where guest_move.account_id = guest_move.guest_id
  returning 1`;
