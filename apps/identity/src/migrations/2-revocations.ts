import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Revocations1763780400000 implements MigrationInterface {
  readonly name = 'Revocations1763780400000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table revocation (
        user_id uuid primary key references user_account (id) on delete cascade,
        not_before timestamptz not null,
        expires_at timestamptz not null
      );
      create index revocation_expires on revocation (expires_at);
      alter table refresh_session add column provider_session text;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('alter table refresh_session drop column provider_session; drop table revocation');
  }
}
