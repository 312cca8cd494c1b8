import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where feedback was written: game, page, device and build. */
export class FeedbackContext1763805600000 implements MigrationInterface {
  readonly name = 'FeedbackContext1763805600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table feedback add column context jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table feedback drop column context');
  }
}
