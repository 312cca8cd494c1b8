import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The figures of single games, for analytics of one game or of one moderator's. Games before it are not in them. */
export class GameFigures1763812800000 implements MigrationInterface {
  readonly name = 'GameFigures1763812800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table game_figures (
      game_id text not null,
      quarter timestamptz not null,
      "gamesCreated" integer not null,
      "gamesStarted" integer not null,
      "gamesCompleted" integer not null,
      joins integer not null,
      presses integer not null,
      "right" integer not null,
      wrong integer not null,
      nobody integer not null,
      first_press_ms integer[] not null,
      press_ms integer[] not null,
      primary key (game_id, quarter))`);
    await runner.query('create index game_figures_quarter on game_figures (quarter)');
    await runner.query(`create table game_question_tally (
      game_id text not null,
      quarter timestamptz not null,
      key text not null,
      asked integer not null,
      "right" integer not null,
      wrong integer not null,
      nobody integer not null,
      primary key (game_id, quarter, key))`);
    await runner.query('create index game_question_tally_quarter on game_question_tally (quarter)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table game_question_tally');
    await runner.query('drop table game_figures');
  }
}
