import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members of crews other than the owner: their games follow them when they sign in. Earlier logs have none. */
export class ListCrews1764374500000 implements MigrationInterface {
  readonly name = 'ListCrews1764374500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table crew_member (
      game_id text not null references game,
      user_id text not null,
      primary key (game_id, user_id))`);
    await runner.query('create index crew_member_user on crew_member (user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table crew_member');
  }
}
