import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EndedSessions1763866800000 implements MigrationInterface {
  readonly name = 'EndedSessions1763866800000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table revocation add column session text not null default '';
      alter table revocation drop constraint revocation_pkey, add primary key (user_id, session);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      delete from revocation where session <> '';
      alter table revocation drop column session, add primary key (user_id);
    `);
  }
}
