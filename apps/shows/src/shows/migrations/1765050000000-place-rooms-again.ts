import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The code of a room that was prepared before rooms had codes is that of its first game, until it is placed again. */
export class PlaceRoomsAgain1765050000000 implements MigrationInterface {
  readonly name = 'PlaceRoomsAgain1765050000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update room set state = 'preparing' where state = 'ready'`);
  }

  async down(): Promise<void> {
    // The code of a game leads to it as before.
  }
}
