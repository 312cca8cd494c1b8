import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A room that was saved before has one round, that of its template. */
export class PlanRounds1765100000000 implements MigrationInterface {
  readonly name = 'PlanRounds1765100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table room
      add column later_template_ids text[] not null default '{}',
      add column rounds_planned_by text,
      add column round integer not null default 1,
      add column next_game_id text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table room drop column later_template_ids, drop column rounds_planned_by,
      drop column round, drop column next_game_id`);
  }
}
