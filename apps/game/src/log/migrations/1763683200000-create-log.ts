import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLog1763683200000 implements MigrationInterface {
  readonly name = 'CreateLog1763683200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence epoch`);
    await runner.query(`create table game (
      game_id text primary key,
      log_id text not null default gen_random_uuid()::text,
      created_at timestamptz not null default now())`);
    await runner.query(`create table code (
      code text primary key,
      game_id text not null unique references game (game_id),
      reserved_at timestamptz not null default now())`);
    await runner.query(`create table event (
      game_id text not null,
      version integer not null,
      position bigserial not null,
      tx xid8 not null default pg_current_xact_id(),
      user_id text,
      command_id text,
      event json not null,
      at bigint not null,
      epoch bigint not null,
      primary key (game_id, version))`);
    await runner.query(`create index event_follow on event (tx, position)`);
    // Finds the games of the last minute after a take-over; a block index costs the append almost nothing.
    await runner.query(`create index event_recent on event using brin (at) with (pages_per_range = 16)`);
    await runner.query(`create table snapshot (
      game_id text primary key,
      log_id text not null,
      rules integer not null,
      version integer not null,
      state json not null,
      answered json not null,
      saved_at timestamptz not null default now())`);
    // Run once after a restore or a standby's promotion: every client then throws away what it has.
    await runner.query(`create function renew_log_ids() returns bigint language sql as $$
      with renewed as (update game set log_id = gen_random_uuid()::text returning 1)
      select count(*) from renewed $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function renew_log_ids()`);
    for (const table of ['snapshot', 'event', 'code', 'game']) await runner.query(`drop table ${table}`);
    await runner.query(`drop sequence epoch`);
  }
}
