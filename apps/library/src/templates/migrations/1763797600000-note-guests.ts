import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates of guests are deleted when they were not used for long; older ones have no recorded guest. */
export class NoteGuests1763797600000 implements MigrationInterface {
  readonly name = 'NoteGuests1763797600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table template add column by_guest boolean not null default false`);
    await runner.query(`create index template_of_guest on template (updated_at) where by_guest`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index template_of_guest`);
    await runner.query(`alter table template drop column by_guest`);
  }
}
