import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AskForLinks1764860000000 implements MigrationInterface {
  readonly name = 'AskForLinks1764860000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crew_link add column asked_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table crew_link drop column asked_at');
  }
}
