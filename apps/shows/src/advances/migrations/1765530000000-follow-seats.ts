import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A seat stays the same when its player gets another user id. Null in rows that are older. */
export class FollowSeats1765530000000 implements MigrationInterface {
  readonly name = 'FollowSeats1765530000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table advanced add column from_seat integer');
    await runner.query('alter table advanced add column to_seat integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table advanced drop column from_seat, drop column to_seat');
  }
}
