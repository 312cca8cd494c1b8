import type { MigrationInterface, QueryRunner } from 'typeorm';

const GAME_MEASURES = [
  ...['games-created', 'games-started', 'games-completed', 'joins', 'players', 'presses', 'first-press-ms', 'press-ms'],
  'verdicts',
].flatMap((measure) => [measure, `${measure}/day`]);
const GAME_FIGURES = ['gamesCreated', 'gamesStarted', 'gamesCompleted', 'joins', 'presses', 'right', 'wrong', 'nobody'];
const GAME_TABLES = ['game', 'game_question', 'question_tally', 'game_figures', 'game_question_tally'];

/**
 * Verdicts that were undone or changed counted as they were given first. The figures of games are counted again from the
 * log, by a projection of a new name: a replica of the release before does not read on.
 */
export class FinalVerdicts1764201600000 implements MigrationInterface {
  readonly name = 'FinalVerdicts1764201600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table game_verdict (
      game_id text not null,
      version integer not null,
      given_at timestamptz not null,
      key text,
      outcome text not null,
      primary key (game_id, version))`);
    await runner.query('create index game_verdict_given on game_verdict (given_at)');
    await runner.query(
      `insert into checkpoint (follower, tx) values ('facts', $1)
      on conflict (follower) do update set tx = excluded.tx`,
      ['9223372036854775807'],
    );
    await this.#clear(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table game_verdict');
    await runner.query(`delete from checkpoint where follower in ('facts', 'figures')`);
    await this.#clear(runner);
  }

  async #clear(runner: QueryRunner): Promise<void> {
    for (const table of GAME_TABLES) await runner.query(`delete from ${table}`);
    await runner.query('delete from tally where measure = any($1)', [GAME_MEASURES]);
    await runner.query(`update quarter_figures set ${GAME_FIGURES.map((name) => `"${name}" = 0`).join(', ')}`);
  }
}
