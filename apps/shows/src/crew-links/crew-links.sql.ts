import { CREW_LINK_LIMITS } from '@earworm/contracts';

/** Until the end of the transaction: parallel inserts for one game are counted one after the other. */
export const LOCK_GAME = `select pg_advisory_xact_lock(hashtext('shows.crew_link'), hashtext($1))`;

const IS_OPEN = 'used_by is null and revoked_at is null and expires_at > clock_timestamp()';

/** Nothing where the game has too many open links. */
export const INSERT_LINK = `insert into crew_link
    (link_id, game_id, secret_hash, rights, purpose, created_by, created_at, expires_at, room_id)
  select $1, $2, $3, $4, $5, $6, clock_timestamp(), clock_timestamp() + make_interval(hours => $7), $8
    where (select count(*) from crew_link where game_id = $2 and ${IS_OPEN}) < ${CREW_LINK_LIMITS.open}
  returning expires_at as "expiresAt"`;

/** Closed links beyond those that are kept. */
export const DELETE_OLDEST = `delete from crew_link where not (${IS_OPEN}) and link_id in (
  select link_id from crew_link where game_id = $1
    order by created_at desc, link_id desc offset ${CREW_LINK_LIMITS.kept})`;

/** One of several users at once gets the link; the same user gets it again until the game has added them. */
export const BEGIN_USE = `update crew_link set used_by = $2, used_at = clock_timestamp(), attempt = attempt + 1
  where link_id = $1 and revoked_at is null and joined_at is null and expires_at > clock_timestamp()
    and (used_by is null or used_by = $2)
  returning attempt`;

/** Only the use that the game has refused: another attempt of the same user may have succeeded. */
export const GIVE_BACK = `update crew_link set used_by = null, used_at = null
  where link_id = $1 and used_by = $2 and attempt = $3 and joined_at is null`;

/** Links to these rooms that can still be used. */
export const REVOKE_OF_ROOMS = `update crew_link set revoked_at = clock_timestamp()
  where room_id = any($1::uuid[]) and ${IS_OPEN} returning link_id`;

/** Except these links. */
export const REVOKE_OTHERS = `update crew_link set revoked_at = clock_timestamp()
  where room_id = any($1::uuid[]) and link_id <> all($2::uuid[]) and ${IS_OPEN}`;

/** Links whose secrets have reached no one. */
export const REVOKE_LINKS = `update crew_link set revoked_at = clock_timestamp()
  where link_id = any($1::uuid[]) and ${IS_OPEN}`;

export const ASK_FOR_LINK = `update crew_link set asked_at = clock_timestamp() where link_id = $1 and not (${IS_OPEN})`;

/** Another link has been made. */
export const ANSWER_ASKED = 'update crew_link set asked_at = null where link_id = $1 and game_id = $2';

export const DELETE_EXPIRED = `delete from crew_link where expires_at < clock_timestamp() - make_interval(days => $1)`;

export const DELETE_OF_GAMES = 'delete from crew_link where game_id = any($1::text[])';

/** Rooms to whose crews a link has brought this user, at most $2 that start last. */
export const ROOMS_OF_MEMBER = `select * from (
    select distinct on (room.room_id) room.room_id as "roomId", room.number, room.name, room.room_group as "group",
        room.game_id as "gameId", show.show_id as "showId", show.name as "showName", show.place,
        show.time_zone as "timeZone", coalesce(room.starts_at, show.starts_at) as "startsAt"
      from crew_link join room using (room_id) join show using (show_id)
      where used_by = $1 and joined_at is not null and room.game_id is not null and show.deleted_at is null
  ) as mine order by "startsAt" desc, number limit $2`;

/** For $2 seconds no other request mails the crews of these rooms. */
export const BEGIN_MAILS = `update room set mailing_until = clock_timestamp() + make_interval(secs => $2)
  where room_id = any($1::uuid[])`;

export const END_MAILS = 'update room set mailing_until = null where room_id = any($1::uuid[])';

/** The crews of these rooms have their links. */
export const NOTE_MAILS = `update room set mailed_at = clock_timestamp(), mails = mails + 1
  where room_id = any($1::uuid[])`;
