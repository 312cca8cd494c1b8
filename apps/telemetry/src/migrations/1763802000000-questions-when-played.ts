import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions that were never played are not stored: a game of 2 MB has thousands of them. */
export class QuestionsWhenPlayed1763802000000 implements MigrationInterface {
  readonly name = 'QuestionsWhenPlayed1763802000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table game add column questions_changed integer not null default 0');
    // It was not recorded so far: any event of these games may be one.
    await runner.query(`update game set questions_changed = version where status <> 'completed'`);
    await runner.query(`delete from game_question using game
      where game.game_id = game_question.game_id and game.status = 'setup'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table game drop column questions_changed');
  }
}
