import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What rooms need: who is on it, what can wait, and what was solved. */
export class WatchRooms1765150000000 implements MigrationInterface {
  readonly name = 'WatchRooms1765150000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table show add column thresholds jsonb not null default '{}'`);
    await runner.query(`create table attention (
      attention_id uuid primary key,
      show_id uuid not null,
      room_id uuid not null,
      kind text not null,
      since timestamptz not null,
      claimed_by text,
      claimed_name text,
      claimed_at timestamptz,
      snoozed_until timestamptz,
      snooze_reason text,
      snoozed_name text,
      ended_at timestamptz)`);
    // Replicas that notice the same thing write it once.
    await runner.query(
      'create unique index attention_open on attention (show_id, room_id, kind) where ended_at is null',
    );
    await runner.query('create index attention_solved on attention (show_id, ended_at) where ended_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table attention');
    await runner.query('alter table show drop column thresholds');
  }
}
