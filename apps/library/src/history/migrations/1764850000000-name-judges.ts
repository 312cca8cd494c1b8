import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who judged, in games with several members who can. */
export class NameJudges1764850000000 implements MigrationInterface {
  readonly name = 'NameJudges1764850000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verdict add column by_name text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table verdict drop column by_name`);
  }
}
