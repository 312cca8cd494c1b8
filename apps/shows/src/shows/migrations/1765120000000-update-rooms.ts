import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which version of their template earlier rooms have is unknown. */
export class UpdateRooms1765120000000 implements MigrationInterface {
  readonly name = 'UpdateRooms1765120000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table room
      add column template_version integer,
      add column updates_questions boolean not null default false,
      add column mailing_until timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table room
      drop column template_version, drop column updates_questions, drop column mailing_until`);
  }
}
