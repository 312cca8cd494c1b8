import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FreezeStandings1765400000000 implements MigrationInterface {
  readonly name = 'FreezeStandings1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table show add column standings_frozen_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table show drop column standings_frozen_at');
  }
}
