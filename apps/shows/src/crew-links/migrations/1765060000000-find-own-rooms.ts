import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rooms of a member of the crew are those whose links they have used. */
export class FindOwnRooms1765060000000 implements MigrationInterface {
  readonly name = 'FindOwnRooms1765060000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index crew_link_member on crew_link (used_by) where room_id is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index crew_link_member');
  }
}
