import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MeasureTemplates1764500000000 implements MigrationInterface {
  readonly name = 'MeasureTemplates1764500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table template add column content_bytes integer not null default 0`);
    await runner.query(`update template set content_bytes = measured.bytes
      from (select template_id, sum(octet_length(questions::text))::integer as bytes
        from template_category group by template_id) as measured
      where measured.template_id = template.template_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table template drop column content_bytes`);
  }
}
