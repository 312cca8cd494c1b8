import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often templates are used, by the quarter of an hour: every time zone begins its days at one. */
export class TallyUse1763790000000 implements MigrationInterface {
  readonly name = 'TallyUse1763790000000';

  async up(runner: QueryRunner): Promise<void> {
    // Without a reference to the template: what was played on a day stays so when a template is deleted.
    await runner.query(`create table template_tally (
      quarter timestamptz not null,
      template_id text not null,
      games integer not null,
      primary key (quarter, template_id))`);
    await runner.query(`insert into template_tally (quarter, template_id, games)
      select date_bin('15 minutes', to_timestamp(created_at / 1000.0), 'epoch'), template_id, count(*)
        from template_use join game using (game_id) group by 1, 2`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table template_tally`);
  }
}
