import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateHistory1763683200000 implements MigrationInterface {
  readonly name = 'CreateHistory1763683200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table checkpoint (
      follower text primary key,
      tx text not null default '0',
      position text not null default '0')`);
    await runner.query(`create table game (
      game_id text primary key,
      version integer not null,
      game_code text not null,
      status text not null,
      moderator_id text not null,
      moderator_name text not null,
      created_at bigint not null,
      completed_at bigint,
      player_count integer not null default 0)`);
    await runner.query(`create index game_moderator on game (moderator_id, created_at desc)`);
    await runner.query(`create table participant (
      game_id text not null references game (game_id),
      player_id text not null,
      seat integer not null,
      name text not null,
      score integer not null default 0,
      primary key (game_id, player_id))`);
    await runner.query(`create index participant_player on participant (player_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['participant', 'game', 'checkpoint']) await runner.query(`drop table ${table}`);
  }
}
