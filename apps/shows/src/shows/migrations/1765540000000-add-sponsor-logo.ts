import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Hash and size of the picture, whose bytes are in the object store beside the event's own logo. */
export class AddSponsorLogo1765540000000 implements MigrationInterface {
  readonly name = 'AddSponsorLogo1765540000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table show add column sponsor_logo jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    // An earlier release removes the bytes by its sweep: no logo of an event has their hash.
    await runner.query('alter table show drop column sponsor_logo');
  }
}
