import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateShows1764950000000 implements MigrationInterface {
  readonly name = 'CreateShows1764950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table show (
      show_id uuid primary key,
      owner_id text not null,
      version integer not null default 1,
      name text not null,
      starts_at timestamptz not null,
      time_zone text not null,
      place text not null,
      people_per_room integer not null,
      language text,
      settings jsonb not null,
      time_trial_mode boolean not null,
      colours jsonb,
      keep_days integer not null,
      most_rooms integer not null,
      most_people integer not null,
      removed_games integer not null default 0,
      created_at timestamptz not null,
      deleted_at timestamptz)`);
    await runner.query('create index show_owner on show (owner_id)');
    await runner.query('create index show_newest on show (starts_at, show_id)');
    await runner.query(`create table staff (
      show_id uuid not null,
      user_id text not null,
      name text not null,
      role text not null,
      since timestamptz not null,
      primary key (show_id, user_id))`);
    await runner.query('create index staff_user on staff (user_id)');
    await runner.query(`create table staff_invite (
      invite_id uuid primary key,
      show_id uuid not null,
      secret_hash bytea not null,
      role text not null,
      created_by text not null,
      expires_at timestamptz not null,
      used_by text)`);
    await runner.query('create index staff_invite_show on staff_invite (show_id)');
    await runner.query('create index staff_invite_expiry on staff_invite (expires_at)');
    await runner.query(`create table room (
      room_id uuid primary key,
      show_id uuid not null,
      own_id text not null,
      number integer not null,
      name text not null,
      room_group text not null,
      template_id text,
      language text,
      starts_at timestamptz,
      crew_emails text[] not null,
      state text not null default 'planned',
      code text,
      game_id text,
      game_code text,
      prepared_by text,
      batch_id uuid,
      claim uuid,
      claimed_until timestamptz)`);
    await runner.query('create unique index room_own_id on room (show_id, own_id)');
    await runner.query('create index room_by_number on room (show_id, number, room_id)');
    await runner.query(`create index room_preparing on room (number) where state = 'preparing'`);
    // A link to the crew of whatever game is played in the room.
    await runner.query('alter table crew_link add column room_id uuid');
    await runner.query('create index crew_link_room on crew_link (room_id) where room_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index crew_link_room');
    await runner.query('alter table crew_link drop column room_id');
    await runner.query('drop table room, staff_invite, staff, show');
  }
}
