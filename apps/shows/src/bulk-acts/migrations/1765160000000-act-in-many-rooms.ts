import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ActInManyRooms1765160000000 implements MigrationInterface {
  readonly name = 'ActInManyRooms1765160000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table bulk_act (
      job_id text primary key,
      show_id uuid not null,
      act text not null,
      asked_by text not null,
      asked_at timestamptz not null)`);
    await runner.query('create index bulk_act_age on bulk_act (asked_at)');
    await runner.query('create index bulk_act_of_show on bulk_act (show_id)');
    await runner.query(`create table bulk_act_room (
      job_id text not null,
      room_id uuid not null,
      place integer not null,
      game_id text not null,
      state text not null default 'waiting',
      code text,
      claim uuid,
      claimed_until timestamptz,
      primary key (job_id, room_id))`);
    await runner.query(`create index bulk_act_room_waiting on bulk_act_room (place) where state = 'waiting'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table bulk_act_room');
    await runner.query('drop table bulk_act');
  }
}
