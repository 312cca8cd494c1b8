import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Players whom a moderator removed keep their score, and are in no standings. */
export class HideRemoved1764562000000 implements MigrationInterface {
  readonly name = 'HideRemoved1764562000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table participant add column removed boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table participant drop column removed`);
  }
}
