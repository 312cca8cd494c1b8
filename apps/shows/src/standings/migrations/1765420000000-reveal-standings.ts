import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = {
  stage_kind: `text not null default 'players'`,
  stage_counting: `text not null default 'points'`,
  stage_key_hash: 'bytea',
  public_standings: 'jsonb',
  reveal: 'jsonb',
};

/** The stage of an event, its public standings, and how far they are revealed. */
export class RevealStandings1765420000000 implements MigrationInterface {
  readonly name = 'RevealStandings1765420000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [column, type] of Object.entries(COLUMNS))
      await runner.query(`alter table show add column ${column} ${type}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of Object.keys(COLUMNS)) await runner.query(`alter table show drop column ${column}`);
  }
}
