import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A game of a million points a question goes on as long as its moderator likes: 2,147 right answers were too many. */
export class HigherScores1763794000000 implements MigrationInterface {
  readonly name = 'HigherScores1763794000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table participant alter column score type bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table participant alter column score type integer`);
  }
}
