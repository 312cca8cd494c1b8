import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeepVerdicts1763715600000 implements MigrationInterface {
  readonly name = 'KeepVerdicts1763715600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table verdict (
      game_id text not null references game (game_id),
      version integer not null,
      question_id text not null,
      player_id text,
      correct boolean not null,
      gain integer not null,
      primary key (game_id, version))`);
    // Games that are over have verdicts too: the history is made from the log once more.
    await runner.query(`delete from participant`);
    await runner.query(`delete from game`);
    await runner.query(`delete from checkpoint where follower = 'history'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table verdict`);
  }
}
