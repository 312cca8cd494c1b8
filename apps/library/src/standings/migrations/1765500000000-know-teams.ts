import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The key by which an event knows a team in all its rooms. */
export class KnowTeams1765500000000 implements MigrationInterface {
  readonly name = 'KnowTeams1765500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table team add column key text');
    // Frozen results are rows like those that are read.
    await runner.query(`update frozen_result
      set teams = (select coalesce(jsonb_agg(row || '[null]'::jsonb order by place), '[]')
        from jsonb_array_elements(teams) with ordinality as given (row, place))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`update frozen_result
      set teams = (select coalesce(jsonb_agg(row - 5 order by place), '[]')
        from jsonb_array_elements(teams) with ordinality as given (row, place))`);
    await runner.query('alter table team drop column key');
  }
}
