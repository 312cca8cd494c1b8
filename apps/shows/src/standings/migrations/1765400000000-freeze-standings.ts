import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMN = 'standings_frozen_at';

/** The library keeps the standings themselves, under the time that is noted here. */
export class FreezeStandings1765400000000 implements MigrationInterface {
  readonly name = 'FreezeStandings1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table show add column ${COLUMN} timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table show drop column ${COLUMN}`);
  }
}
