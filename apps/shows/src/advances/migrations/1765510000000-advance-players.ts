import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AdvancePlayers1765510000000 implements MigrationInterface {
  readonly name = 'AdvancePlayers1765510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table advance (
      job_id text primary key,
      show_id uuid not null,
      wish jsonb not null,
      asked_by text not null,
      asked_at timestamptz not null)`);
    await runner.query('create index advance_of_show on advance (show_id, asked_at)');
    await runner.query('create index advance_age on advance (asked_at)');
    await runner.query(`create table advanced (
      job_id text not null,
      player_id text not null,
      place integer not null,
      rank integer not null,
      name text not null,
      team text,
      team_key text,
      from_room uuid not null,
      from_game text not null,
      to_room uuid not null,
      to_game text not null,
      to_code text not null,
      state text not null,
      code text,
      since timestamptz not null,
      sent_at timestamptz,
      claim uuid,
      claimed_until timestamptz,
      primary key (job_id, player_id))`);
    await runner.query(`create index advanced_open on advanced (claimed_until)
      where state in ('waiting', 'reserved', 'sent', 'releasing')`);
    await runner.query('create index advanced_player on advanced (player_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table advanced');
    await runner.query('drop table advance');
  }
}
