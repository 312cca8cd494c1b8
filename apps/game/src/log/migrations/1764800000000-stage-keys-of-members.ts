import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key in each member's link to the stage. `game.stage_key` remains for replicas of the release before. */
export class StageKeysOfMembers1764800000000 implements MigrationInterface {
  readonly name = 'StageKeysOfMembers1764800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table stage_key (
      game_id text not null references game (game_id),
      key text not null,
      user_id text not null,
      primary key (game_id, key, user_id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table stage_key`);
  }
}
