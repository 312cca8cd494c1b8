import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rooms have codes of the same namespace, which lead to the games that are played there. */
export class CodesOfRooms1765050000000 implements MigrationInterface {
  readonly name = 'CodesOfRooms1765050000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table code add column room_id uuid unique');
    await runner.query('alter table code drop constraint code_game_id_key');
    await runner.query('create unique index code_of_game on code (game_id) where room_id is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from code where room_id is not null');
    await runner.query('drop index code_of_game');
    await runner.query('alter table code add constraint code_game_id_key unique (game_id)');
    await runner.query('alter table code drop column room_id');
  }
}
