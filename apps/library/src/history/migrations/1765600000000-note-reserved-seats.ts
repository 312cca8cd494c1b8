import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Players of reserved seats who have not come are no players of the game yet. Seats that were reserved before count as taken: who
 * of their players has come is known by the log alone.
 */
export class NoteReservedSeats1765600000000 implements MigrationInterface {
  readonly name = 'NoteReservedSeats1765600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table participant add column reserved boolean not null default false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table participant drop column reserved`);
  }
}
