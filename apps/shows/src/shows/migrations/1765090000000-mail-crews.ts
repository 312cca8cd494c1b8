import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the crew of a room was mailed its links, and how often. */
export class MailCrews1765090000000 implements MigrationInterface {
  readonly name = 'MailCrews1765090000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table room add column mailed_at timestamptz, add column mails integer not null default 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table room drop column mailed_at, drop column mails');
  }
}
