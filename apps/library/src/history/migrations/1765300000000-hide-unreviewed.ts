import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names that wait for a review are for the crew only; players get a stand-in. */
export class HideUnreviewed1765300000000 implements MigrationInterface {
  readonly name = 'HideUnreviewed1765300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table game add column reviews_names boolean not null default false`);
    await runner.query(`alter table participant add column unreviewed boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table participant drop column unreviewed`);
    await runner.query(`alter table game drop column reviews_names`);
  }
}
