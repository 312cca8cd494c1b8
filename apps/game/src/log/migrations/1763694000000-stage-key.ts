import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StageKey1763694000000 implements MigrationInterface {
  readonly name = 'StageKey1763694000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table game add column stage_key text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table game drop column stage_key`);
  }
}
