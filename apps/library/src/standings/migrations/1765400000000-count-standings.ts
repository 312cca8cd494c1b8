import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rooms and teams of games, for the standings of events. Games that were placed in their rooms earlier are in none. */
export class CountStandings1765400000000 implements MigrationInterface {
  readonly name = 'CountStandings1765400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table game add column show_id text, add column room_id text,
      add column revision integer not null default 0`);
    await runner.query('create index game_show on game (show_id) where show_id is not null');
    await runner.query('alter table participant add column team integer');
    await runner.query('alter table verdict add column team integer, add column ends boolean not null default false');
    await runner.query('update verdict set ends = true where correct or player_id is null');
    await runner.query(`create table team (
      game_id text not null references game (game_id),
      number integer not null,
      version integer not null,
      name text not null,
      primary key (game_id, number))`);
    await runner.query(`create table score_change (
      game_id text not null references game (game_id),
      version integer not null,
      player_id text not null,
      gain integer not null,
      team integer,
      primary key (game_id, version))`);
    await runner.query(`create index score_change_player on score_change (player_id)`);
    // Players by seat, which stays the same when a seat gets another user; without names.
    await runner.query(`create table frozen_result (
      show_id text not null,
      game_id text not null references game (game_id),
      at bigint not null,
      questions integer not null,
      players jsonb not null,
      teams jsonb not null,
      primary key (show_id, game_id))`);
    await runner.query('create index frozen_result_game on frozen_result (game_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['frozen_result', 'score_change', 'team']) await runner.query(`drop table ${table}`);
    await runner.query('alter table verdict drop column team, drop column ends');
    await runner.query('alter table participant drop column team');
    await runner.query('drop index game_show');
    await runner.query('alter table game drop column show_id, drop column room_id, drop column revision');
  }
}
