import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Games of earlier releases have no calls for help. */
export class CallsForHelp1764374400000 implements MigrationInterface {
  readonly name = 'CallsForHelp1764374400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table game add help_category text, add help_text text, add help_at bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table game drop help_category, drop help_text, drop help_at');
  }
}
