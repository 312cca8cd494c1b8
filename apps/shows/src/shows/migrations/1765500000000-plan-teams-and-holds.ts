import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rooms may have teams that the event sets. New starts may be held in rooms that are prepared later. */
export class PlanTeamsAndHolds1765500000000 implements MigrationInterface {
  readonly name = 'PlanTeamsAndHolds1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table room
      add column teams jsonb not null default '[]',
      add column ready_at timestamptz,
      add column start_due boolean not null default false`);
    await runner.query(`create table start_hold (
      show_id uuid not null,
      room_group text not null,
      is_held boolean not null,
      changed_by text not null,
      primary key (show_id, room_group))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table start_hold');
    await runner.query('alter table room drop column teams, drop column ready_at, drop column start_due');
  }
}
