import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The games to be erased, and those that were; of which event a game is. */
export class EraseGames1765200100000 implements MigrationInterface {
  readonly name = 'EraseGames1765200100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table erasure (
      game_id text primary key,
      cause text not null,
      noted_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      attempts integer not null default 0,
      erased_at timestamptz)`);
    await runner.query('create index erasure_due on erasure (due_at) where erased_at is null');
    await runner.query('create index erasure_erased on erasure (erased_at) where erased_at is not null');
    // Before the table is locked: reading the log takes a while, and games are being created. An event's text begins with
    // its type: see the function read_log.
    await runner.query(`create table placed as
      select distinct on (game_id) game_id, (event->>'showId')::uuid as show_id from event
        where split_part(left(event::text, 64), '"', 4) = 'placedInRoom' order by game_id, version desc`);
    await runner.query('alter table game add column show_id uuid');
    await runner.query('update game set show_id = placed.show_id from placed where game.game_id = placed.game_id');
    await runner.query('drop table placed');
    await runner.query('create index game_of_show on game (show_id) where show_id is not null');
    await runner.query('create index game_without_show on game (created_at) where show_id is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index game_without_show');
    await runner.query('drop index game_of_show');
    await runner.query('alter table game drop column show_id');
    await runner.query('drop table erasure');
  }
}
