import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ListedRevocations1764300000000 implements MigrationInterface {
  readonly name = 'ListedRevocations1764300000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table revocation add column written_at timestamptz not null default clock_timestamp();
      create index revocation_written on revocation (written_at, user_id, session);
      create index revocation_of_guests on revocation (written_at) where session = user_id::text;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('alter table revocation drop column written_at');
  }
}
