import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rooms may have teams that the event sets. */
export class PlanTeams1765500000000 implements MigrationInterface {
  readonly name = 'PlanTeams1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table room add column teams jsonb not null default '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table room drop column teams');
  }
}
