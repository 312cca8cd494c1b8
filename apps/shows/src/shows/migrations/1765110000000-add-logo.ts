import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hash and size of the picture, whose bytes are in the object store. */
export class AddLogo1765110000000 implements MigrationInterface {
  readonly name = 'AddLogo1765110000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table show add column logo jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    // The bytes stay: an earlier release has no sweep for them.
    await runner.query('alter table show drop column logo');
  }
}
